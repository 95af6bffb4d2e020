import { exampleSandboxUrl } from '../../../http/docs/as-it-runs.ts'
import { demo } from '../../examples.ts'

/** A launch that works as it stands. */
export const exampleLaunch = {
  ads: [
    {
      adName: 'Spring sale, square',
      adAccountId: demo.account,
      adSets: [{ value: demo.adSet, label: 'US | Lookalike 1% | Leads' }],
      page: demo.page,
      secondary: demo.secondary,
      title: 'Spring sale',
      description: 'Everything must go.',
      cta: 'SHOP_NOW',
      link: 'https://example.com/sale',
      media: [{ url: `${exampleSandboxUrl}/_assets/square.png` }],
    },
  ],
}
