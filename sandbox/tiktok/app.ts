export const defaultToken = 'sandbox-tiktok-token'

/** The app of the sandbox. */
export const app = { id: '7100000000000000001', secret: 'sandbox-tiktok-secret' }

/** What an app may have, by the platform's numbers, in the words of the page that asks people. */
export const scopeWords: Record<string, string> = {
  '1': 'Ad account management',
  '2': 'Ads management',
  '3': 'Audience management',
  '4': 'Reporting',
  '5': 'Measurement',
  '6': 'Creative management',
  '8': 'Pixel management',
  '12000000': 'Lead management',
  '15000000': 'Ad comments',
  '18000000': 'TikTok accounts',
}
