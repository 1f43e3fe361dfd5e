export declare let stopCompiling: () => Promise<void>;
