export function findOrInstallBrowser(root: string): Promise<string>;
