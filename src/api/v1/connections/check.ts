import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { checkConnection } from '../../../core/connections/paste.ts'
import { demo } from '../../examples.ts'
import { Connection, ConnectionId, connectionWithId, section } from './connection-view.ts'

export const checkStoredConnection = operation({
  name: 'check_connection',
  rest: { method: 'POST', path: '/v1/connections/{id}/check' },
  section,
  summary: 'Ask the platform what a connection opens and when it ends.',
  failures: ['platform_unavailable'],
  scope: 'admin',
  effect: 'changes',
  wholeCompany: true,
  input: z.object({ id: ConnectionId }),
  example: { id: demo.connection },
  reply: Connection,
  async handle(deps, call, { id }) {
    const before = await connectionWithId(deps, call, id)
    await checkConnection(deps, call, id)
    const after = await connectionWithId(deps, call, id)
    call.touched({ before, after })
    return after
  },
})
