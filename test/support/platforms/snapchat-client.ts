import type { TestContext } from 'node:test'
import { startTestSandbox } from '../simulated/sandbox.ts'
import type { Surroundings } from '../../../src/platforms/contract/platform.ts'
import { createSnap } from '../../../src/platforms/snapchat/client.ts'
import { snapchat } from '../../../src/platforms/snapchat/index.ts'

/** The client on a sandbox of its own, and what the sandbox was asked. */
export async function openSnap(context: TestContext, more: Partial<Surroundings> = {}) {
  const sandbox = await startTestSandbox(context)
  const surroundings: Surroundings = {
    baseUrl: `${sandbox.url}/snapchat`,
    timeoutMs: 10_000,
    isSandbox: true,
    settings: {},
    now: () => new Date(),
    pacer: { ready: () => Promise.resolve({ waitMs: 0 }), left: () => Promise.resolve(null), report: () => undefined },
    ...more,
  }
  const snap = createSnap(snapchat.sandboxCredentials(null), surroundings)
  context.after(() => snap.close())
  const { body } = await sandbox.control('GET', '/state?platform=snapchat')
  const [account] = (body as { accounts: { id: string }[] }).accounts
  const calls = async () =>
    (
      (await sandbox.control('GET', '/calls?platform=snapchat')).body as {
        calls: { method: string; path: string; status: number }[]
      }
    ).calls
  return { snap, sandbox, surroundings, accountId: account!.id, options: { accountId: account!.id }, calls }
}
