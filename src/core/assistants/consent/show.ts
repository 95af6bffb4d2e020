import type { Context, KeySpends } from '../../context.ts'
import { mayLoosen } from '../../guards/store.ts'
import { isOnDevice, returnPlace } from '../clients/redirects.ts'
import type { AssistantDeps } from '../deps.ts'
import { scopesToGive, scopeWords } from '../rights.ts'
import type { AssistantScope } from '../rights.ts'
import { findAssistant } from './assistant.ts'
import { shownDigest } from './consent.ts'
import type { SignedInPerson } from './consent.ts'
import { limitOf } from './limit.ts'
import type { DailyLimit } from './limit.ts'
import { answerAddress, readRequest } from './request.ts'

/** What a person is shown before they consent. */
export interface ShownRequest {
  problem: { message: string; returnTo: string | null } | null
  asks: ShownWish | null
}

interface ShownWish {
  digest: string
  name: string
  vouchedBy: string | null
  returnPlace: string
  isOnDevice: boolean
  refuseTo: string
  scopes: { scope: AssistantScope; words: string; asked: boolean; had: boolean }[]
  before: {
    id: number
    connected: boolean
    isSame: boolean
    spends: KeySpends
    workspaceIds: number[] | null
    dailyLimit: DailyLimit | null
  } | null
  mayAct: boolean
}

export async function showRequest(
  deps: AssistantDeps,
  context: Pick<Context, 'company' | 'actor'>,
  person: SignedInPerson,
  query: string,
): Promise<ShownRequest> {
  const request = await readRequest(deps, query)
  if ('problem' in request) {
    const { message, returnTo } = request.problem
    return { problem: { message, returnTo }, asks: null }
  }
  const { client, redirectUri, scopes } = request
  const before = await findAssistant(deps.db, { companyId: context.company.id, userId: person.id }, client)
  const had = before?.isConnected ? before.scopes : []
  return {
    problem: null,
    asks: {
      digest: shownDigest(request),
      ...{ name: client.name, vouchedBy: client.vouchedBy },
      ...{ returnPlace: returnPlace(redirectUri), isOnDevice: isOnDevice(redirectUri) },
      refuseTo: answerAddress(request, { error: 'access_denied' }),
      scopes: scopesToGive(person.role).map((scope) => ({
        ...{ scope, words: scopeWords[scope] },
        ...{ asked: scopes.includes(scope), had: had.includes(scope) },
      })),
      before: before && {
        ...{ id: before.keyId, connected: before.isConnected, isSame: before.isSame, spends: before.spends },
        workspaceIds: before.workspaceIds,
        dailyLimit: await limitOf(deps.db, context, before.guardId),
      },
      mayAct: mayLoosen(context.actor),
    },
  }
}
