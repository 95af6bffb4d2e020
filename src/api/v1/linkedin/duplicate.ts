import { z } from 'zod'
import { PlatformId } from '../../../core/launch/plan/request.ts'
import { duplicate, maxCopies } from '../../../core/duplicate/duplicate.ts'
import { operation } from '../../../call/operation.ts'
import type { CopyLevel } from '../../../platforms/contract/duplicate.ts'
import { demo } from '../../examples.ts'
import { copyFields, newNameField } from '../manage/duplicate/fields.ts'
import {
  copiesReply,
  methodField,
  namingFields,
  replyWith,
  resultFields,
  resultsOf,
} from '../manage/duplicate/reply.ts'
import { section } from './fields.ts'
import { guardFailures } from '../../guard-failures.ts'

/** What things are called on the network, and what they are here. */
const levels = { campaignGroup: 'campaign', campaign: 'adset', creative: 'ad' } as const satisfies Record<
  string,
  CopyLevel
>
const types = ['campaignGroup', 'campaign', 'creative'] as const

const EntityType = z.enum(types).meta({ id: 'NetworkEntityType' })

const NetworkCopy = z
  .object({
    ...resultFields,
    newEntityId: z.string().optional().meta({ description: 'Id of the copy.' }),
    ...namingFields,
    ...methodField,
  })
  .meta({ id: 'NetworkCopy' })

export const duplicateNetworkEntity = operation({
  name: 'duplicate_network_entity',
  rest: { method: 'POST', path: '/v1/linkedin/duplicate' },
  section,
  summary: `Copy a campaign group, a campaign or a creative 1 to ${maxCopies} times, with all that is in it.`,
  description:
    'The copies show the same posts. Beginnings in the past are moved to now. A copy is switched on only when all of it is there, and ' +
    'paused creatives begin as drafts. A copy that fails does not stop the others.',
  scope: 'manage',
  effect: 'spends',
  plannable: true,
  tool: true,
  failures: [...guardFailures, 'unsupported_operation'],
  input: z.object({
    entityType: EntityType.meta({ description: 'What is copied.' }),
    entityId: PlatformId.meta({
      description: 'The one to copy: its number, or urn:li:sponsoredCreative: and the like before it.',
    }),
    ...copyFields,
    ...newNameField,
  }),
  example: {
    accountId: demo.networkAccount,
    entityType: 'creative',
    entityId: demo.networkCreative,
    newName: 'Desks that last, copy {n}',
  },
  reply: z.object({
    entityType: EntityType.meta({ description: 'What was copied.' }),
    originalEntityId: z.string().meta({ description: 'The one that was copied.' }),
    ...copiesReply(NetworkCopy),
  }),
  async handle(deps, call, { accountId, copyCount, entityType, entityId, initialStatus, newName }) {
    const source = { level: levels[entityType], sourceId: entityId }
    const asked = { ...source, status: initialStatus, isDeep: true, newName, accountId, copyCount }
    const copies = await duplicate(deps, call, asked)
    const results = resultsOf(copies, ({ id, renamed, name, method }) => {
      return { newEntityId: id, renamed, newName: name, method }
    })
    return replyWith({ entityType, originalEntityId: entityId, ...results }, copies)
  },
})
