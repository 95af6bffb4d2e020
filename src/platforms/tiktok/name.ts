/** Our word for the platform, in answers and failures. */
export const platformName = 'tiktok'
/** Where its simulator lives in the sandbox. */
export const sandboxPath = '/tiktok'
