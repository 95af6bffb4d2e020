import { z } from 'zod'
import { duplicate, maxCopies } from '../../../../core/duplicate/duplicate.ts'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { operation } from '../../../../call/operation.ts'
import type { CopyValues } from '../../../../platforms/contract/duplicate.ts'
import { demo } from '../../../examples.ts'
import { alsoSpelled } from '../also-spelled.ts'
import { copyFields, CopyName } from './fields.ts'
import { copiesReply, replyWith, resultFields, resultsOf } from './reply.ts'
import { guardFailures } from '../../../guard-failures.ts'

const primaryText = z.string().trim().min(1).max(10_000).optional().meta({ description: 'A primary text.' })
const headline = z.string().trim().min(1).max(2_000).optional().meta({ description: 'A headline.' })

const NewContent = z
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
      .optional()
      .meta({ description: 'Where the copies lead.' }),
    urlTags: z.string().trim().max(4_000).optional().meta({ description: 'What is added to that address.' }),
    adName: CopyName.meta({ description: "Name of the copies; {n} in it becomes the copy's number." }),
  })
  .meta({ id: 'CopyValues' })

const AdCopy = z
  .object({
    ...resultFields,
    newAdId: z.string().optional().meta({ description: 'Id of the copy.' }),
    method: z
      .enum(['copies', 'recreation'])
      .optional()
      .meta({ description: 'Whether the platform copied the ad, or it was made anew from its content.' }),
  })
  .meta({ id: 'AdCopy' })

export const duplicateAd = operation({
  name: 'duplicate_ad',
  rest: { method: 'POST', path: '/v1/manage/duplicate-ad' },
  section: 'Primary platform',
  summary: `Copy an ad 1 to ${maxCopies} times, into the same or another ad set, with new texts or a new link if you like.`,
  description:
    'Where the platform refuses to copy the ad, it is made anew from its content; method tells which way a copy came about.',
  scope: 'manage',
  effect: 'spends',
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  takesLeftovers: true,
  input: z.object({
    adId: PlatformId.meta({ description: 'The ad to copy.' }),
    targetAdSetId: PlatformId.optional().meta({ description: "The ad set to copy into. Left out: the ad's own." }),
    ...copyFields,
    copyValues: NewContent.optional().meta({
      description: 'What is different about the copies. Several texts become text options of one ad.',
    }),
  }),
  prepare: alsoSpelled({ targetAdSetId: ['targetAdsetId', 'target_adset_id'] }),
  example: { accountId: demo.account, adId: demo.ad, copyValues: { headline1: 'The guide is here' } },
  reply: z.object({
    originalAdId: z.string().meta({ description: 'The ad that was copied.' }),
    ...copiesReply(AdCopy),
  }),
  async handle(deps, call, { adId, accountId, copyCount, targetAdSetId, initialStatus, copyValues }) {
    const copies = await duplicate(deps, call, {
      level: 'ad',
      sourceId: adId,
      targetId: targetAdSetId,
      status: initialStatus,
      isDeep: false,
      newName: copyValues?.adName,
      copyValues: copyValues && contentOf(copyValues),
      accountId,
      copyCount,
    })
    const results = resultsOf(copies, ({ id, method }) => ({
      newAdId: id,
      method: method === 'copies' ? ('copies' as const) : ('recreation' as const),
    }))
    return replyWith({ originalAdId: adId, ...results }, copies)
  },
})

/** undefined when nothing but the name changes. */
function contentOf(values: z.output<typeof NewContent>): CopyValues | undefined {
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
