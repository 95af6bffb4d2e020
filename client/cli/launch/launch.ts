import { randomUUID } from 'node:crypto'
import { required } from '../../src/required.ts'
import type { Context } from '../context.ts'
import { CommandProblem, exitCodes } from '../exit.ts'
import { showProgress } from '../output/progress.ts'
import type { Session } from '../session.ts'
import type { Sheet, SheetAd } from '../sheet/ads.ts'
import { SheetError } from '../sheet/problem.ts'
import { countOf } from '../words.ts'
import { findFiles } from './files.ts'
import type { LocalFile } from './files.ts'
import { asSheetError, inRows } from './problems.ts'
import { launchKey, splitAds } from './split.ts'
import { uploadFiles, withAddresses } from './upload.ts'
import type { Uploaded } from './upload.ts'

export interface LaunchOptions {
  /** What people call it. It does not name the launch for the service: the same sheet is the same launch. */
  name?: string
  /** Launch once more what was launched already. */
  again?: boolean
  /** Names the launch, instead of what is in it. */
  idempotencyKey?: string
}

/** A sheet whose files are where the platforms can get them. */
export interface Ready {
  sheet: Sheet
  parts: SheetAd[][]
  key: string
}

/** Uploads the files of a sheet that is all right, and makes the launches of it: one, or several where it has more ads than one takes. */
export async function makeReady(
  context: Context,
  session: Session,
  sheet: Sheet,
  options: LaunchOptions,
): Promise<Ready> {
  const { signal } = context
  const nonce = options.again ? randomUUID() : ''
  const { files } = await findFiles(sheet, signal)
  const uploaded = await upload(context, session, { files, nonce })
  // Named by what is in the files, not by where they are: the same pictures in another folder are the same launch.
  const byContent = withAddresses(sheet, (path) => `sha256:${required(uploaded.get(path), `upload of ${path}`).sha256}`)
  const named = options.name === undefined ? {} : { name: options.name }
  const addressed = withAddresses(sheet, (path) => required(uploaded.get(path), `upload of ${path}`).url)
  const ready = { ...addressed, shared: { ...addressed.shared, ...named } }
  return { sheet: ready, parts: splitAds(ready), key: options.idempotencyKey ?? launchKey(byContent, nonce) }
}

async function upload(
  context: Context,
  session: Session,
  { files, nonce }: { files: LocalFile[]; nonce: string },
): Promise<Map<string, Uploaded>> {
  if (files.length === 0) return new Map()
  const { signal, world } = context
  const progress = await showProgress(world, context.isJson)
  const total = files.reduce((sum, { size }) => sum + size, 0)
  let sent = 0
  const name = `Uploading ${countOf(files.length, 'file')}`
  const report = () => progress.show(name, Math.round(sent / 1024), Math.ceil(total / 1024), 'kB')
  try {
    report()
    const onSent = (bytes: number) => {
      sent += bytes
      report()
    }
    return await uploadFiles(files, { session, signal, nonce, onSent })
  } catch (error) {
    if (!signal.aborted) throw error
    const message = 'Nothing was launched. The same command goes on where this one stopped.'
    throw new CommandProblem(message, exitCodes.interrupted)
  } finally {
    progress.stop()
  }
}

/** Every rule, every ad, nothing launched. */
export async function checkParts(
  { signal }: Context,
  session: Session,
  { parts, sheet }: Pick<Ready, 'parts' | 'sheet'>,
  depth: 'rules' | 'platform' = 'platform',
): Promise<{ problems: SheetError['problems']; warnings: SheetError['problems']; totalAds: number }> {
  const problems: SheetError['problems'] = []
  const warnings: SheetError['problems'] = []
  let totalAds = 0
  for (const part of parts) {
    const answer = await session.flightdeck
      .validateLaunch({ ...bodyOf(sheet, part), depth }, { signal })
      .catch((error: unknown) => {
        const described = asSheetError(error, part, sheet)
        if (!(described instanceof SheetError)) throw described
        problems.push(...described.problems)
        return null
      })
    if (!answer) continue
    totalAds += answer.totalAds
    problems.push(
      ...inRows(
        answer.ads.flatMap(({ issues }) => issues),
        part,
        sheet,
      ),
    )
    warnings.push(...inRows(answer.warnings, part, sheet))
  }
  return { problems, warnings, totalAds }
}

/** A launch that the service has taken. */
export interface Taken {
  adBatchId: number
  sandbox: boolean
  totalAds: number
  warnings: SheetError['problems']
  /** It was taken earlier: this was a repeat. */
  isRepeat: boolean
  rows: number[]
}

/** Sends the launches. Where there are several, all are checked before the first is sent. */
export async function launchParts(context: Context, session: Session, ready: Ready): Promise<Taken[]> {
  const { sheet, parts, key } = ready
  if (parts.length > 1) {
    const { problems } = await checkParts(context, session, ready)
    if (problems.length > 0) throw new SheetError(sheet.file, problems)
  }
  const taken: Taken[] = []
  for (const [place, part] of parts.entries()) {
    try {
      const idempotencyKey = parts.length === 1 ? key : `${key}-${place + 1}`
      taken.push(await launchPart(context, session, { sheet, part, idempotencyKey }))
    } catch (error) {
      if (taken.length > 0) context.explain(partly(taken, parts.length))
      throw asSheetError(error, part, sheet)
    }
  }
  return taken
}

function partly(taken: Taken[], all: number): string {
  const ids = taken.map(({ adBatchId }) => adBatchId).join(' ')
  return `${taken.length} of ${all} launches were taken (flightdeck batch watch ${ids}). The same command goes on with the rest, and launches nothing twice.`
}

interface Part {
  sheet: Sheet
  part: SheetAd[]
  idempotencyKey: string
}

async function launchPart(
  { signal }: Context,
  session: Session,
  { sheet, part, idempotencyKey }: Part,
): Promise<Taken> {
  const how = { signal, idempotencyKey }
  const answer = await session.flightdeck.request('launchAds', bodyOf(sheet, part), how)
  const { adBatchId, totalAds, sandbox, warnings } = (await answer.json()) as Started
  return {
    adBatchId,
    sandbox,
    totalAds,
    warnings: inRows(warnings, part, sheet),
    isRepeat: answer.headers.get('idempotent-replayed') === 'true',
    rows: part.map(({ row }) => row),
  }
}

type Body = Parameters<Session['flightdeck']['launchAds']>[0]
type Started = { adBatchId: number; totalAds: number; sandbox: boolean; warnings: { path: string; message: string }[] }

/** The service says what is wrong with it: what a sheet or a file has may be anything. */
export function bodyOf({ shared }: Sheet, part: readonly SheetAd[]): Body & { dryRun?: false } {
  return { ...shared, ads: part.map(({ ad }) => ad) } as unknown as Body & { dryRun?: false }
}
