import type { TestContext } from 'node:test'
import { startSandbox } from '../../../sandbox/server.ts'
import type { Sandbox, SandboxOptions } from '../../../sandbox/server.ts'

/** What tests need of a running sandbox. */
export interface TestSandbox {
  sandbox: Sandbox
  url: string
  /** A call to the control interface; JSON both ways. */
  control: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Reply }>
}

/** A JSON answer whose members a test looks into. */
export type Reply = Record<string, unknown>

export async function startTestSandbox(context: TestContext, options: SandboxOptions = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox({ ...options, port: 0 })
  context.after(() => sandbox.close())
  return { sandbox, url: sandbox.url, control: controlOf(sandbox.url) }
}

export function controlOf(url: string): TestSandbox['control'] {
  return async (method, path, body) => {
    const response = await fetch(`${url}/_control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, body: (await response.json()) as Reply }
  }
}
