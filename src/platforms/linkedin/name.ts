/** Our word for this platform. */
export const platformName = 'linkedin'
/** Where its simulator lives in the sandbox. */
export const sandboxPath = '/linkedin'
