/** Our word for this platform. */
export const platformName = 'pinterest'
/** Where its simulator lives in the sandbox. */
export const sandboxPath = '/pinterest'
