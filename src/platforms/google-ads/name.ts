/** Our word for this platform. */
export const platformName = 'google-ads'
/** Where its simulator lives in the sandbox. */
export const sandboxPath = '/google-ads'
