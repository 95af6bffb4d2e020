import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext } from 'playwright-core'
import type { BenchService } from '../service.ts'

const root = join(import.meta.dirname, '..', '..')

/** A link that signs a person in. */
export async function signInLink(service: BenchService): Promise<string> {
  const { stdout } = await promisify(execFile)(join(root, 'flightdeck'), ['login-link'], {
    env: { ...process.env, DATA_DIR: service.dataDir, PORT: new URL(service.url).port },
  })
  return /http\S+/.exec(stdout)![0]
}

/** Answers where people open the dashboard. */
export async function signIn(context: BrowserContext, service: BenchService): Promise<string> {
  const link = await signInLink(service)
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('navigation').first().waitFor()
  await page.close()
  return new URL(link).origin
}
