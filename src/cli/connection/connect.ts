import { createInterface } from 'node:readline/promises'
import { readConfig } from '../../config.ts'
import { usualUrl } from '../../config/address.ts'
import type { Config } from '../../config.ts'
import { consentingPlatform } from '../../core/connections/consent/apps.ts'
import { beginConsent } from '../../core/connections/consent/begin.ts'
import type { BegunConsent, ConsentDeps } from '../../core/connections/consent/begin.ts'
import { finishConsent } from '../../core/connections/consent/finish.ts'
import { beginRehearsal } from '../../core/rehearsals/store.ts'
import { findConnection } from '../../core/connections/store.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import { builtIn } from '../../platforms/index.ts'
import { oauthApps } from '../../platforms/settings.ts'
import { operator } from '../audited.ts'
import { companyWithSlug, idFrom } from '../lookup.ts'
import { explain, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'
import { withWorkbench } from './workbench.ts'
import type { Workbench } from './trial.ts'

interface Options {
  company: string
  label?: string
  sandbox?: true
  again?: string
}

/** The operator consents at the platform in any browser, and pastes into this terminal what it came back with. */
export async function connect(word: string, { company: slug, label, sandbox, again }: Options): Promise<void> {
  const config = readConfig()
  await withWorkbench(config, async (bench) => {
    const company = await companyWithSlug(bench.db, slug)
    const deps = consentDeps(bench, config)
    const connectionId = again === undefined ? undefined : (idFrom(again) ?? NaN)
    const wish = { isSandbox: sandbox === true, connectionId, label }
    const consenting = consentingPlatform(deps, word)
    const begun = await beginConsent(deps, { company, person: null }, consenting, wish)
    const { title } = consenting.platform
    explain(`Open this address, and consent as somebody who works in ${company.name}'s ad accounts:`)
    print(begun.authorizeUrl)
    explain(
      `${title} then leads you to ${deps.publicUrl()}/connect/... Copy the whole address of that page, paste it here and press Enter (within ten minutes).`,
    )
    const answer = pastedAnswer(await readLine(), begun, consenting.oauth.usesPkce)
    const actor = operator()
    // The service that works with this database takes it up.
    const rehearses = (db: Db, { connectionId: made }: { connectionId: number }) =>
      beginRehearsal(
        { db, tasks: null },
        { company, actor: { name: 'flightdeck connection connect' } },
        { connectionId: made },
      )
    const outcome = await finishConsent(deps, { token: begun.token, answer }, { actor }, rehearses)
    if ('problem' in outcome) throw new CommandProblem(outcome.problem.message)
    const row = await findConnection(bench.db, company.id, outcome.connectionId)
    print(`Connection ${row.id} (${row.label}): ${company.name} now works with ${title}.`)
    explain(`Look at it with: flightdeck connection check ${row.id}`)
  }).catch((error: unknown) => {
    throw error instanceof AppError ? new CommandProblem(error.message) : error
  })
}

function consentDeps(bench: Workbench, config: Config): ConsentDeps {
  return { ...bench, publicUrl: () => config.publicUrl ?? usualUrl(config), oauthApps: oauthApps(builtIn, config) }
}

/** The address, or what stands in it behind the question mark; a bare code only where it is of use to nobody but us. */
function pastedAnswer(pasted: string, { state }: BegunConsent, usesPkce: boolean): URLSearchParams {
  if (URL.canParse(pasted)) return new URL(pasted).searchParams
  if (/[?&]?\w+=/.test(pasted)) return new URLSearchParams(pasted.replace(/^.*\?/, ''))
  if (usesPkce && /^\S+$/.test(pasted)) return new URLSearchParams({ code: pasted, state })
  const text = 'Paste the whole address of the page that you came back to: it says that the answer is to this question.'
  throw new CommandProblem(`That is no such address. ${text} Nothing was connected; begin again.`)
}

async function readLine(): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    for await (const line of reader) if (line.trim() !== '') return line.trim()
  } finally {
    reader.close()
  }
  throw new CommandProblem('Nothing was pasted. Nothing was connected; begin again.')
}
