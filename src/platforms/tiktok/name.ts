/** Our word for the platform, in answers and failures. */
export const platformName = 'tiktok'
