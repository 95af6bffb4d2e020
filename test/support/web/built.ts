import { join } from 'node:path'
import { buildDashboard } from '../../../src/web/build/build.ts'
import { startTestApp } from '../harness.ts'
import type { TestApp } from '../harness.ts'

export const root = join(import.meta.dirname, '..', '..', '..')

/** What a browser says it wants. */
export const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

/** Builds the dashboard of this checkout, unless it is there; whoever comes meanwhile waits for it. Answers where. */
export function builtDashboard(): Promise<string> {
  return buildDashboard(root, { report: () => undefined, signal: new AbortController().signal })
}

/** The real service with the real dashboard. */
export async function startWithDashboard(settings: Record<string, string> = {}): Promise<TestApp> {
  await builtDashboard()
  return startTestApp({ DASHBOARD: 'on', ...settings })
}
