import { z } from 'zod'
import { PlatformId } from '../../../../core/launch/plan/request.ts'
import { accountField, dryRunField, Name, rehearsalReply, Word } from '../fields.ts'
import { updateAd as update } from '../../../../core/manage/update.ts'
import { operation } from '../../../../call/operation.ts'
import { demo } from '../../../examples.ts'
import { updatedField } from './changed.ts'

const variations = (description: string) => z.array(z.string().max(10_000)).max(50).optional().meta({ description })

export const updateAd = operation({
  name: 'update_ad',
  rest: { method: 'POST', path: '/v1/manage/update-ad' },
  section: 'Primary platform',
  summary: "Change an ad's name, texts, button or link.",
  description:
    'What an ad shows cannot be edited on the platform: a new creative is made from the old and swapped in. One title or ' +
    'description is not taken in place of several: headlineVariations and bodyVariations name all that are to be there.',
  scope: 'manage',
  effect: ({ dryRun }) => (dryRun ? 'reads' : 'changes'),
  tool: true,
  failures: ['unsupported_operation'],
  input: z.object({
    ...accountField,
    adId: PlatformId.meta({ description: 'Id of the ad.' }),
    name: Name.optional().meta({ description: 'Its new name.' }),
    title: z.string().max(2000).optional().meta({ description: 'Headline.' }),
    description: z.string().max(10_000).optional().meta({ description: 'Primary text.' }),
    headlineVariations: variations('All headlines of an ad that has several, in place of those that it has.'),
    bodyVariations: variations('All primary texts of an ad that has several, in place of those that it has.'),
    cta: Word.optional().meta({ description: "The button: SHOP_NOW, for example, the platform's own word." }),
    link: z.string().max(4000).optional().meta({ description: 'Where it leads.' }),
    urlTags: z.string().max(4000).optional().meta({ description: 'What is added to that address.' }),
    ...dryRunField,
  }),
  example: { accountId: demo.account, adId: demo.ad, title: 'The style guide is here' },
  reply: z.object({
    adId: z.string().meta({ description: 'Id of the ad.' }),
    creativeId: z.string().meta({ description: 'Id of what it shows now.' }),
    ...updatedField,
    ...rehearsalReply,
  }),
  handle: (deps, call, { accountId, adId, workspaceId: _workspace, dryRun, ...change }) =>
    update(deps, call, { accountId, adId, change, dryRun }),
})
