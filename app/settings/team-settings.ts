export const MAX_PACKAGES = 6;
export const MAX_PACKAGE_NAME = 60;
export const MAX_PACKAGE_TEXT = 300;
export const MAX_SELLS = 2_000;
export const MAX_SENDER_TEXT = 200;
