import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import type { Config } from '../../config.ts'
import { openSeal } from '../../core/secrets/open.ts'
import { previousFile, readSecretKeys, replaceSecretKey } from '../../core/secrets/keys.ts'
import type { SecretKeys } from '../../core/secrets/keys.ts'
import { isRotated, rotateSecrets, RotationUnderWay } from '../../core/secrets/rotate.ts'
import { createSeal } from '../../core/secrets/seal.ts'
import { sealedByOthers } from '../../core/secrets/sealed.ts'
import { required } from '../../lookup.ts'
import { withDatabase } from '../database.ts'
import type { CommandDatabase } from '../database.ts'
import { countOf, explain, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addSecretCommands(program: Command): void {
  const secret = program.command('secret').description('the key that platform tokens are sealed with')
  secret
    .command('status')
    .description('say which key seals now, and how many secrets an earlier one sealed')
    .action(status)
  secret
    .command('rotate')
    .description('seal every secret with a new key, while the service goes on; killed, it goes on where it stopped')
    .action(rotate)
}

async function status(): Promise<void> {
  const config = readConfig()
  await withDatabase(config, async ({ db }) => {
    const seal = await openSeal(db, config)
    const others = await sealedByOthers(db, seal)
    print(`key ${seal.mark().subarray(1).toString('hex')}, ${countOf(others, 'secret')} sealed with an earlier one`)
    if (!(await isRotated(db, seal))) explain('`flightdeck secret rotate` seals them with the key of now.')
    else if ((readSecretKeys(config)?.previous.length ?? 0) > 0)
      explain(`${previousWords(config)} is no longer needed.`)
  })
}

async function rotate(): Promise<void> {
  const config = readConfig()
  await withDatabase(config, async (database) => {
    const { db } = database
    // Refuses a key that is not the one of this database, before anything is changed.
    await openSeal(db, config)
    const keys = () => keysToRotate(database, config)
    const { resealed, unopened, keyId } = await rotateSecrets(database, keys).catch((error: unknown) => {
      throw error instanceof RotationUnderWay ? new CommandProblem(error.message) : error
    })
    print(`${countOf(resealed, 'secret')} sealed with the key ${keyId}.`)
    for (const { table, id } of unopened) explain(`Row ${id} of ${table} opens with no key that is here: it was left.`)
    if (unopened.length > 0) throw new CommandProblem('Not everything could be sealed anew: keep the earlier key.')
    explain(
      `Once every process has the new key, ${previousWords(config)} is no longer needed: \`flightdeck secret status\` tells. Backups that were taken before need the earlier key.`,
    )
  })
}

/** In the data folder a new key is made here; a setting is changed by whoever set it. */
async function keysToRotate({ db }: CommandDatabase, config: Config): Promise<SecretKeys> {
  const keys = required(readSecretKeys(config), 'secret key')
  const isWhole = await isRotated(db, createSeal(keys))
  if (config.secretKey) {
    if (isWhole && keys.previous.length === 0)
      throw new CommandProblem(
        'SECRET_KEY is a setting, so this cannot make a new one. Give every process SECRET_KEY_PREVIOUS with a new key (32 random bytes in base64) first, ' +
          'then exchange the two everywhere, then run this again: it seals what the earlier key sealed.',
      )
    return keys
  }
  // What was begun is ended first; killed before the new key was there, it was not begun.
  const isBegun = !isWhole && keys.previous.some((key) => !key.equals(keys.current))
  return isBegun ? keys : replaceSecretKey(config.dataDir, keys)
}

function previousWords({ secretKey, dataDir }: Config): string {
  return secretKey ? 'SECRET_KEY_PREVIOUS' : previousFile(dataDir)
}
