/** Our word for this platform. */
export const platformName = 'primary'
/** Where its simulator lives in the sandbox. */
export const sandboxPath = '/meta'
