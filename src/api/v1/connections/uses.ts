import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { connectionUses } from '../../../core/ends/connection-uses.ts'
import { namedEnd } from '../../../core/ends/store.ts'
import { findConnection } from '../../../core/connections/store.ts'
import { demo } from '../../examples.ts'
import { ConnectionId, section } from './connection-view.ts'

const EndInUse = z
  .object({
    id: z.number().int().meta({ description: 'Id of the end.' }),
    entityType: z.string().meta({ description: 'What is to end: campaign, adset or ad.' }),
    entityId: z.string().meta({ description: 'Its id on the platform.' }),
    name: z.string().meta({ description: 'What it is called.' }),
    endTime: z.string().meta({ description: 'When it is to end.', format: 'date-time' }),
  })
  .meta({ id: 'EndInUse' })

const Named = (what: string) =>
  z.object({
    id: z.string().meta({ description: `Id of the ${what}.` }),
    name: z.string().meta({ description: 'What it is called.' }),
  })

export const ConnectionUses = z
  .object({
    accounts: z.array(Named('ad account')).meta({ description: 'Ad accounts that are reached through it.' }),
    batches: z
      .array(z.string())
      .meta({ description: 'Ids of batches with ads that are still to be made there: those ads wait.' }),
    rules: z.array(Named('rule')).meta({ description: 'Rules that look at these accounts, and see them no more.' }),
    syncedAccounts: z.number().int().meta({ description: 'How many of the accounts have their daily figures read.' }),
    ends: z.array(EndInUse).meta({ description: 'What is to end by us there: nobody will keep that.' }),
    revokeByHand: z.string().nullable().meta({
      description: 'Where a person takes the consent back themselves; null: nobody consents at this platform.',
    }),
  })
  .meta({ id: 'ConnectionUses' })

export const usesOfConnection = operation({
  name: 'list_connection_uses',
  rest: { method: 'GET', path: '/v1/connections/{id}/uses' },
  section,
  summary: 'What stops when a connection is removed.',
  scope: 'read',
  effect: 'reads',
  wholeCompany: true,
  input: z.object({ id: ConnectionId }),
  example: { id: demo.connection },
  reply: ConnectionUses,
  async handle(deps, { company }, { id }) {
    const { platform } = await findConnection(deps.db, company.id, id)
    const { ends, ...uses } = await connectionUses(deps.db, company, id)
    const oauth = deps.connections.platforms.driver(platform)?.oauth
    return { ...uses, ends: ends.map(namedEnd), revokeByHand: oauth?.revokeByHand ?? null }
  },
})
