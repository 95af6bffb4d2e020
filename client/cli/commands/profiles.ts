import type { Command } from 'commander'
import type { Session } from '../session.ts'
import { does } from '../context.ts'
import type { Run } from '../context.ts'
import { collect } from './collect.ts'

interface Listing {
  name: string
  about: string
  columns: string[]
  rows: (flightdeck: Session['flightdeck'], accountId: string, signal: AbortSignal) => AsyncIterable<(string | null)[]>
}

/** Who can speak in an ad, and where it can be pinned: what stands in the columns of a sheet. */
const listings: Listing[] = [
  {
    name: 'profiles',
    about: 'pages that can speak in the ads of an account, with their profiles',
    columns: ['PAGE', 'NAME', 'SECONDARY', 'SECONDARY NAME'],
    async *rows(flightdeck, accountId, signal) {
      for await (const { page, primaryName, secondary, secondaryName } of flightdeck.all.listProfiles(
        { accountId },
        { signal },
      ))
        yield [page, primaryName, secondary, secondaryName]
    },
  },
  {
    name: 'identities',
    about: 'identities that can speak in the ads of an account',
    columns: ['IDENTITY ID', 'TYPE'],
    async *rows(flightdeck, accountId, signal) {
      for await (const { identityId, identityType } of flightdeck.all.listIdentities({ accountId }, { signal }))
        yield [identityId, identityType]
    },
  },
  {
    name: 'boards',
    about: 'boards that the pins of an account can lie on',
    columns: ['BOARD ID', 'NAME'],
    async *rows(flightdeck, accountId, signal) {
      for await (const { value, label } of flightdeck.all.listPinBoards({ accountId }, { signal })) yield [value, label]
    },
  },
]

export function addProfiles(program: Command, run: Run): void {
  for (const { name, about, columns, rows } of listings) {
    const command = program.command(name).summary(about).requiredOption('--account <id>', 'the ad account')
    does<{ account: string }>(command, run, async (context, _words, { account }) => {
      const { flightdeck } = await context.open()
      const found = await collect(rows(flightdeck, account, context.signal))
      const named = found.map((row) => Object.fromEntries(columns.map((title, place) => [title, row[place]])))
      context.show(named, () =>
        context.table(
          columns,
          found.map((row) => row.map((cell) => cell ?? '-')),
        ),
      )
    })
  }
}
