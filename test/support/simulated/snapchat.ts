import type { TestContext } from 'node:test'
import { startTestSandbox } from './sandbox.ts'
import type { Fields } from '../../../sandbox/snapchat/world.ts'

/** A JSON answer whose members a test looks into. */
export interface SnapAnswer {
  status: number
  headers: Headers
  body: Fields
}

/** Calls as any client would make them: bare requests, bare answers. */
export async function openCaller(context: TestContext, token = 'sandbox-snapchat-token') {
  const sandbox = await startTestSandbox(context)
  const state = async () =>
    (await sandbox.control('GET', '/state?platform=snapchat')).body as {
      accounts: { id: string; currency: string; tenant: string }[]
      counts: Record<string, number>
      profiles: { profiles: string[] }[]
      ads: { id: string; adsetId: string; accountId: string; creativeId: string; status: string }[]
    }

  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<SnapAnswer> {
    const isForm = body instanceof FormData
    const answer = await fetch(path.startsWith('http') ? path : `${sandbox.url}/snapchat/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Fields }
  }

  /** The elements of an answer, without their wrapping. */
  const elements = (answer: SnapAnswer, plural: string) => answer.body[plural] as Fields[]

  const { accounts, profiles, ads } = await state()
  const account = accounts[0]!.id
  return { sandbox, state, call, elements, account, profile: profiles[0]!.profiles[0]!, ads, url: sandbox.url }
}
