import type { Config } from '../../config.ts'
import { localUrl } from '../../config/address.ts'
import { createMailer } from '../../core/mail/send.ts'
import type { Db } from '../../db/connect.ts'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { builtIn } from '../../platforms/index.ts'
import { reachable } from './finding.ts'
import type { DoctorFinding } from './finding.ts'
import { countOf } from '../print.ts'

const patienceMs = 5_000

type Reach = { status: number } | { failure: string }

/** Any answer will do: it shows that there is a way there and back. */
async function reach(address: string): Promise<Reach> {
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
    await answer.body?.cancel()
    return { status: answer.status }
  } catch (error) {
    const { name, cause } = error as { name?: string; cause?: { code?: string } }
    return { failure: name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? 'no connection') }
  }
}

export async function checkService(config: Config): Promise<DoctorFinding[]> {
  const service = await lookForService(config)
  const others = [...(await checkResearch(config)), ...(await checkMail(config))]
  return [service.finding, await checkSandbox(config, service.runs), ...others]
}

async function lookForService(config: Config): Promise<{ finding: DoctorFinding; runs: boolean }> {
  if (config.port === 0) {
    return { finding: reachable('service', 'ok', 'PORT is 0: every start picks a free one'), runs: false }
  }
  const address = localAddress(config.host, config.port) + config.basePath
  const answer = await reach(`${address}/v1/health`)
  if (!('failure' in answer)) {
    const isHealthy = answer.status === 200
    const text = isHealthy ? `runs at ${address}` : `${address}/v1/health answers with ${answer.status}`
    return { finding: reachable('service', isHealthy ? 'ok' : 'problem', text), runs: isHealthy }
  }
  const isFree = answer.failure === 'ECONNREFUSED'
  const text = isFree ? `does not run (${address} is free)` : `${address}: ${answer.failure}`
  return { finding: reachable('service', isFree ? 'ok' : 'warning', text), runs: false }
}

async function checkSandbox(config: Config, serviceRuns: boolean): Promise<DoctorFinding> {
  if (config.sandboxUrl) {
    const answer = await reach(config.sandboxUrl)
    if ('failure' in answer) return reachable('sandbox', 'problem', `SANDBOX_URL: ${answer.failure}`)
    return reachable('sandbox', 'ok', 'answers at SANDBOX_URL')
  }
  if (config.sandbox === 'off') return reachable('sandbox', 'ok', 'off')
  if (config.sandboxPort === 0) return reachable('sandbox', 'ok', 'its port is 0: every start picks a free one')
  const address = localAddress(config.sandboxHost, config.sandboxPort)
  const answer = await reach(address)
  if (!('failure' in answer)) return reachable('sandbox', 'ok', `answers at ${address}`)
  if (!serviceRuns) return reachable('sandbox', 'ok', 'does not run; it starts with the service')
  if (config.sandbox === 'on') return reachable('sandbox', 'problem', `${address}: ${answer.failure}`)
  return reachable('sandbox', 'ok', `does not run at ${address}; SANDBOX=auto starts it only when it is needed`)
}

async function checkResearch({ research: { url } }: Config): Promise<DoctorFinding[]> {
  if (url === null) return []
  const answer = await reach(url)
  if ('failure' in answer) return [reachable('research', 'problem', `RESEARCH_URL: ${answer.failure}`)]
  return [reachable('research', 'ok', 'answers at RESEARCH_URL')]
}

async function checkMail({ mail, publicUrl }: Config): Promise<DoctorFinding[]> {
  if (mail === null) return []
  const problem = await createMailer(mail, { silenceMs: patienceMs, attemptMs: 2 * patienceMs }).check()
  if (problem !== null) return [reachable('mail', 'problem', `SMTP_URL: ${problem}`)]
  const described = `${mail.host} takes mails from ${mail.from.address}`
  if (publicUrl !== null) return [reachable('mail', 'ok', described)]
  return [reachable('mail', 'warning', `${described}; set PUBLIC_URL, so that their links lead here from elsewhere`)]
}

/** The real platforms that some company is connected to. */
export async function checkPlatforms(db: Db): Promise<DoctorFinding[]> {
  const rows = await everyCompany(db)
    .selectFrom('connections')
    .select(['platform', sql<number>`count(*)::int`.as('count')])
    .where('is_sandbox', '=', false)
    .groupBy('platform')
    .execute()
  const used = builtIn.all.flatMap((platform) => {
    const count = rows.find((row) => row.platform === platform.name)?.count ?? 0
    return count > 0 ? [{ platform, count }] : []
  })
  return Promise.all(
    used.map(async ({ platform, count }) => {
      const { origin } = new URL(platform.api.address)
      const answer = await reach(origin)
      if ('failure' in answer) return reachable(platform.name, 'problem', `${origin}: ${answer.failure}`)
      return reachable(platform.name, 'ok', `${origin} answers (${countOf(count, 'connection')})`)
    }),
  )
}

function localAddress(host: string, port: number): string {
  return localUrl(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, port)
}
