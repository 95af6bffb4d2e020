/** Our word for this platform. */
export const platformName = 'applovin'
