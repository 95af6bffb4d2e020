import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { decodeSecretKey } from '../../config.ts'
import type { Config } from '../../config.ts'
import { required } from '../../lookup.ts'

/** What seals, and what only opens: the keys before it, newest first. */
export interface SecretKeys {
  current: Buffer
  previous: readonly Buffer[]
}

/** Where keys are found: in the settings, or in the data folder. */
export type KeySource = Pick<Config, 'secretKey' | 'dataDir'> & Partial<Pick<Config, 'previousSecretKeys'>>

const keyBytes = 32

/** The keys from the settings, or from files of the data folder that only we can read. null: there is none. */
export function readSecretKeys({ secretKey, previousSecretKeys = [], dataDir }: KeySource): SecretKeys | null {
  if (secretKey) return { current: secretKey, previous: previousSecretKeys }
  const [current] = readKeyFile(keyFile(dataDir))
  return current ? { current, previous: readKeyFile(previousFile(dataDir)) } : null
}

export function readSecretKey(place: KeySource): Buffer | null {
  return readSecretKeys(place)?.current ?? null
}

/** One on each line; none: there is no such file. */
function readKeyFile(path: string): Buffer[] {
  const text = textOf(path)
  if (text === null) return []
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const key = decodeSecretKey(line.trim())
      if (!key) throw new Error(`${path} does not hold a key of ${keyBytes} bytes.`)
      return key
    })
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** On the first start, where none is set. */
export async function makeSecretKey(dataDir: string): Promise<Buffer> {
  return writeSecretKey(dataDir, randomBytes(keyBytes))
}

/** Leaves the key in the data folder, unless there is one. */
export async function writeSecretKey(dataDir: string, key: Buffer): Promise<Buffer> {
  const path = keyFile(dataDir)
  const aside = await writeAside(path, [key])
  // Whoever links first decides: two processes never end up with two keys.
  await link(aside, path).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error as unknown as Error
  })
  await rm(aside)
  return required(readKeyFile(path)[0], 'key of the file')
}

/** A new key in the place of the one in the data folder, which is kept beside it first. Killed in between, both files hold the old one. */
export async function replaceSecretKey(dataDir: string, old: SecretKeys): Promise<SecretKeys> {
  const current = randomBytes(keyBytes)
  const previous = [old.current, ...old.previous.filter((key) => !key.equals(old.current))]
  await rename(await writeAside(previousFile(dataDir), previous), previousFile(dataDir))
  await rename(await writeAside(keyFile(dataDir), [current]), keyFile(dataDir))
  return { current, previous }
}

async function writeAside(path: string, keys: readonly Buffer[]): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('')
  await writeFile(aside, text, { mode: 0o600, flush: true })
  return aside
}

export function keyFile(dataDir: string): string {
  return join(dataDir, 'secret-key')
}

export function previousFile(dataDir: string): string {
  return join(dataDir, 'secret-key.previous')
}
