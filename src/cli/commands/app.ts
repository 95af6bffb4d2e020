import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { appFields } from '../../core/connections/consent/app-view.ts'
import { removeSharedApp, setSharedApp, sharedApp } from '../../core/connections/consent/apps.ts'
import { redirectUriOf } from '../../core/connections/consent/redirect.ts'
import { usualUrl } from '../../config/address.ts'
import { openSeal } from '../../core/secrets/open.ts'
import { builtIn } from '../../platforms/index.ts'
import { oauthApps, oauthSetting } from '../../platforms/settings.ts'
import type { OAuth, OAuthApp } from '../../platforms/contract/oauth.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import { auditedForAll, operator } from '../audited.ts'
import { parseFields, readFieldsText } from '../connection/input.ts'
import { platformWithWord } from '../connection/platform.ts'
import { withDatabase } from '../database.ts'
import { explain, formatTable, formatTime, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

const consenting = builtIn.all.filter(({ oauth }) => oauth)

export function addAppCommands(program: Command): void {
  const names = `one of: ${consenting.map(({ name }) => name).join(', ')}`
  const app = program
    .command('app')
    .description('the apps that are registered at the platforms, under which people of every company consent')
  app
    .command('set')
    .description('set one. Its fields are read from standard input or from a file, as a JSON object, and kept sealed')
    .argument('<platform>', names)
    .option('--file <path>', 'read them from this file')
    .action(set)
  app.command('list').description('list them, and what their consoles have to list').action(list)
  app.command('remove').description('forget one').argument('<platform>', names).action(remove)
}

function consentAt(word: string): { platform: Platform; oauth: OAuth } {
  const platform = platformWithWord(word)
  if (platform.oauth) return { platform, oauth: platform.oauth }
  throw new CommandProblem(
    `Nobody consents at ${platform.title}: it gives out keys. Add them with: flightdeck connection add ${platform.name}`,
  )
}

async function set(word: string, { file }: { file?: string }): Promise<void> {
  const config = readConfig()
  const { platform, oauth } = consentAt(word)
  const wants = { title: `an app at ${platform.title}`, schema: oauth.app }
  const app: OAuthApp = parseFields(wants, await readFieldsText(file, wants))
  await withDatabase(config, async ({ db }) => {
    const seal = await openSeal(db, config)
    await auditedForAll(db, async (trx) => {
      const before = await sharedApp({ db: trx, seal }, platform.name)
      await setSharedApp(trx, seal, { platform: platform.name, app, setBy: operator().name })
      return { result: undefined, entry: { action: 'app set', targets: [], ...replaced(platform, before) } }
    })
  })
  print(`People of every company can now connect ${platform.title}, unless their company has an app of its own.`)
  explain(
    `Its console has to list this address, to the letter: ${redirectUriOf(config.publicUrl ?? usualUrl(config), platform.name)}`,
  )
  if (oauthApps(builtIn, config)[platform.name])
    explain(
      `The settings of this process name another one (${oauthSetting(platform.name, '...')}), and that one counts.`,
    )
}

/** What the logs keep: never what the app consists of. */
function replaced({ name: platform }: Platform, before: { setBy: string } | null) {
  return { before: before ? { platform, setBy: before.setBy } : undefined, after: { platform } }
}

async function list(): Promise<void> {
  const config = readConfig()
  await withDatabase(config, async ({ db }) => {
    const seal = await openSeal(db, config)
    const inSettings = oauthApps(builtIn, config)
    const rows = await Promise.all(
      consenting.map(async ({ name, oauth }) => {
        const stored = await sharedApp({ db, seal }, name)
        const from = inSettings[name]
          ? 'settings'
          : stored
            ? `set by ${stored.setBy}, ${formatTime(stored.setAt, '')}`
            : 'none'
        const fields = oauth ? appFields(oauth).map((field) => field.name) : []
        return [name, from, fields.join(', '), redirectUriOf(config.publicUrl ?? usualUrl(config), name)]
      }),
    )
    print(formatTable(['platform', 'app', 'fields', 'address for its console'], rows))
  })
}

async function remove(word: string): Promise<void> {
  const { platform } = consentAt(word)
  await withDatabase(readConfig(), async ({ db }) => {
    const isGone = await auditedForAll(db, async (trx) => {
      const result = await removeSharedApp(trx, platform.name)
      const entry = { action: 'app remove', targets: [], before: { platform: platform.name } }
      return { result, entry: result ? entry : null }
    })
    if (!isGone) throw new CommandProblem(`No app at ${platform.title} was set here. See: flightdeck app list`)
    print(`Forgotten. Nobody connects ${platform.title} any more, unless their company has an app of its own.`)
    explain('What was connected with it goes on until somebody has to consent again.')
  })
}
