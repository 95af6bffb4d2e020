/** Our word for this platform. */
export const platformName = 'snapchat'
/** Where its simulator lives in the sandbox. */
export const sandboxPath = '/snapchat'
