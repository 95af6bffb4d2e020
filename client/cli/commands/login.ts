import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { configFile, forgetProfile, keepProfile, usualProfile } from '../config/profiles.ts'
import { does } from '../context.ts'
import type { Context, Run } from '../context.ts'
import { CommandProblem } from '../exit.ts'
import { sessionWith } from '../session.ts'
import type { Session } from '../session.ts'
import type { World } from '../world.ts'

const usualUrl = 'http://127.0.0.1:8080'

export function addLogin(program: Command, run: Run): void {
  const login = program
    .command('login')
    .summary('keep the address of a Flightdeck and a key for it')
    .description(
      'Keeps the address of a Flightdeck and a key for it in your own config folder. Asks for what is missing; the key is best given on standard input, because others can see the words of a command.',
    )
    .option('--key <key>', 'the API key; better on standard input: flightdeck login < key.txt')
  does<{ key?: string }>(login, run, async (context, _words, options) => {
    const { world } = context
    const url = options.url ?? world.env.FLIGHTDECK_URL ?? (await ask(world, `Address [${usualUrl}]: `, usualUrl))
    const key = options.key ?? (await askForKey(world))
    if (key === '') throw new CommandProblem('A key is needed: flightdeck login --url https://... < key.txt')
    const session = open(context, run, { url, key })
    const who = await session.flightdeck.whoAmI({}, { signal: context.signal, retries: 0 })
    const name = options.profile ?? usualProfile
    await keepProfile(world, name, { url: session.url, key })
    const kept = { profile: name, url: session.url, file: configFile(world), ...withoutEnvelope(who) }
    context.show(
      kept,
      () => `${describe(who)}\nKept in ${configFile(world)}${name === usualProfile ? '' : ` as "${name}"`}.`,
    )
  })
}

function open(context: Context, run: Run, profile: { url: string; key: string }): Session {
  try {
    return (run.outcome.session = sessionWith(context.world, { ...profile, url: profile.url.replace(/\/+$/, '') }))
  } catch (error) {
    // An address or a key of a form that cannot be.
    throw error instanceof TypeError ? new CommandProblem(error.message) : error
  }
}

export function addLogout(program: Command, run: Run): void {
  const logout = program.command('logout').summary('forget a Flightdeck that login kept')
  does(logout, run, async (context, _words, { profile = usualProfile }) => {
    const wasThere = await forgetProfile(context.world, profile)
    context.show({ profile, forgotten: wasThere }, () =>
      wasThere
        ? `"${profile}" is forgotten. The key itself still opens Flightdeck until it is revoked.`
        : `There is no profile "${profile}".`,
    )
  })
}

export function addWhoami(program: Command, run: Run): void {
  const whoami = program.command('whoami').summary('which Flightdeck, which company, and what the key may do')
  does(whoami, run, async (context) => {
    const session = await context.open()
    const who = await session.flightdeck.whoAmI({}, { signal: context.signal })
    context.show({ url: session.url, ...withoutEnvelope(who) }, () => `${session.url}\n${describe(who)}`)
  })
}

type Who = Awaited<ReturnType<Session['flightdeck']['whoAmI']>>

function withoutEnvelope({ success: _success, ...who }: Who): object {
  return who
}

function describe({ company, key, user }: Who): string {
  const person = user ? `${user.name} of ${company.name}` : company.name
  if (!key) return person
  const until = key.expiresAt ? `, until ${key.expiresAt.slice(0, 10)}` : ''
  return `${person}, with the key "${key.name}" (${key.scopes.join(', ')}${until})`
}

async function ask(world: World, question: string, usual: string): Promise<string> {
  if (!world.stdin.isTTY) return usual
  const lines = createInterface({ input: world.stdin, output: process.stderr, terminal: true })
  try {
    return (await lines.question(question, { signal: world.signal })).trim() || usual
  } finally {
    lines.close()
  }
}

/** What is typed is not shown. */
async function askForKey(world: World): Promise<string> {
  if (!world.stdin.isTTY) return (await text(world.stdin)).trim()
  world.stderr.write('API key (it is not shown): ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: world.stdin, output: silent, terminal: true })
  try {
    return (await lines.question('', { signal: world.signal })).trim()
  } finally {
    lines.close()
    world.stderr.write('\n')
  }
}
