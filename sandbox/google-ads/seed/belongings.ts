import type { Fields } from '../objects/objects.ts'
import type { Kind } from '../world.ts'
import type { Builder } from './builder.ts'

/** What an account has beside of campaigns: a conversion, an audience and a lead form. */
const plans: [Kind, Fields][] = [
  [
    'conversionActions',
    {
      ...{ name: 'Website purchase', type: 'WEBPAGE', category: 'PURCHASE', status: 'ENABLED', origin: 'WEBSITE' },
      ...{ countingType: 'MANY_PER_CLICK', primaryForGoal: true },
      ...{ clickThroughLookbackWindowDays: '30', viewThroughLookbackWindowDays: '1' },
    },
  ],
  [
    'userLists',
    {
      ...{ name: 'All visitors', type: 'REMARKETING', membershipStatus: 'OPEN', membershipLifeSpan: '30' },
      ...{ readOnly: false, sizeForDisplay: '12000', sizeForSearch: '9000' },
      ...{ eligibleForSearch: true, eligibleForDisplay: true, basicUserList: { actions: [] } },
    },
  ],
  [
    'assets',
    {
      ...{ name: 'Showroom visit', type: 'LEAD_FORM', source: 'ADVERTISER' },
      leadFormAsset: {
        ...{ businessName: 'Harbor & Pine', headline: 'Visit the showroom', description: 'Tell us when you come.' },
        ...{ callToActionType: 'SIGN_UP', callToActionDescription: 'Sign up' },
        ...{ privacyPolicyUrl: 'https://shop.example/privacy', fields: [{ inputType: 'EMAIL' }] },
      },
    },
  ],
]

export function seedBelongings(builder: Builder): void {
  for (const [kind, fields] of plans) {
    const id = builder.nextId()
    builder.add(kind, id, builder.on(1), { ...fields, id })
  }
}
