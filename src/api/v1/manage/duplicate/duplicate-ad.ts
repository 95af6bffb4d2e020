import { z } from 'zod'
import { answerOf, answerShape } from '../../../../core/duplicate/answer.ts'
import { copyFields, duplicateIn } from '../../../../core/duplicate/request.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import type { CopyValues } from '../../../../platforms/contract/duplicate.ts'
import { companyOf } from '../../../caller.ts'
import { AccountIdField } from '../../../shapes.ts'
import { replyWith } from './reply.ts'
import { alsoSpelled } from '../also-spelled.ts'

const primaryText = z.string().trim().min(1).max(10_000).optional()
const headline = z.string().trim().min(1).max(2_000).optional()

const CopyValuesBody = z
  .object({
    primaryText1: primaryText,
    primaryText2: primaryText,
    primaryText3: primaryText,
    primaryText4: primaryText,
    primaryText5: primaryText,
    headline1: headline,
    headline2: headline,
    headline3: headline,
    headline4: headline,
    headline5: headline,
    url: z
      .url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' })
      .max(4_000)
      .optional(),
    urlTags: z.string().trim().max(4_000).optional(),
    adName: z.string().trim().min(1).max(400).optional(),
  })
  .meta({ description: 'What is different about the copies. Several texts become text options of one ad.' })

export const duplicateAd = defineEndpoint({
  method: 'POST',
  path: '/v1/manage/duplicate-ad',
  section: 'Primary platform',
  summary: 'Copy an ad 1 to 10 times, into the same or another ad set, with new texts or a new link if you like.',
  description:
    'Where the platform refuses to copy the ad, it is made anew from its content; method tells which way a copy came about.',
  scope: 'manage',
  tool: 'duplicate_ad',
  body: z.object({
    adId: PlatformId,
    accountId: AccountIdField,
    targetAdSetId: PlatformId.optional().meta({ description: "Left out: the ad's own ad set." }),
    ...copyFields,
    copyValues: CopyValuesBody.optional(),
  }),
  prepare: alsoSpelled({ targetAdSetId: ['targetAdsetId', 'target_adset_id'] }),
  reply: answerShape('originalAdId', 'newAdId', { method: z.enum(['copies', 'recreation']).optional() }),
  async handle({ body, caller, services, operationKey }) {
    const { accountId, copyCount, adId, copyValues } = body
    const call = { services, company: companyOf(caller), operationKey, accountId, copyCount }
    const outcomes = await duplicateIn(call, {
      level: 'ad',
      sourceId: adId,
      targetId: body.targetAdSetId,
      status: body.initialStatus,
      isDeep: false,
      newName: copyValues?.adName,
      copyValues: copyValues && contentOf(copyValues),
    })
    const answer = answerOf(['originalAdId', adId], 'newAdId', outcomes, (made) => ({ method: made.method }))
    return replyWith(answer, outcomes)
  },
})

/** undefined when nothing but the name changes. */
function contentOf(values: z.output<typeof CopyValuesBody>): CopyValues | undefined {
  const numbers = [1, 2, 3, 4, 5] as const
  const content: CopyValues = {
    primaryTexts: numbers.flatMap((n) => values[`primaryText${n}`] ?? []),
    headlines: numbers.flatMap((n) => values[`headline${n}`] ?? []),
    url: values.url,
    urlTags: values.urlTags?.replace(/^\?/, ''),
  }
  const isEmpty = content.primaryTexts.length === 0 && content.headlines.length === 0
  return isEmpty && content.url === undefined && content.urlTags === undefined ? undefined : content
}
