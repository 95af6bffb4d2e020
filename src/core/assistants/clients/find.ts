import type { AssistantDeps } from '../deps.ts'
import { SignInProblem } from '../problem.ts'
import type { AssistantClient } from './client.ts'
import { isDocumentId } from './documents.ts'
import { findRegistered } from './registered.ts'

/** Who a client id stands for: one of the settings, the address of a document, or one that registered itself. */
export async function findClient(deps: AssistantDeps, clientId: string): Promise<AssistantClient> {
  const known = deps.config.agents.clients.find((each) => each.clientId === clientId)
  if (known) return { ...known, name: known.clientId, vouchedBy: 'this installation' }
  if (isDocumentId(clientId)) return deps.clientDocuments.read(clientId)
  const registered = await findRegistered(deps.db, clientId)
  if (registered) return registered
  throw new SignInProblem(
    'invalid_client',
    'Nobody knows this assistant here. Remove it there and connect it anew: it then registers itself again.',
  )
}
