import { AppError } from '../../errors.ts'
import type { PlatformError } from '../../errors.ts'
import type { Connections, OpenConnection } from '../deps.ts'

/** What is asked of a connection before it is used by itself. */
type ConnectionQuery = Pick<OpenConnection, 'platform' | 'connectionId' | 'broken' | 'ask'>

/** Whether it is worth asking anything through. Somebody may have mended it at the platform, of which nothing tells us. */
export async function isWorking({ broken, ask }: Pick<ConnectionQuery, 'broken' | 'ask'>): Promise<boolean> {
  return broken === null || (await ask({ noOftener: true })) === 'works'
}

/** Nothing is asked through a connection that its platform refuses. What runs by itself waits, and says why; whoever calls is told at once. */
export async function requireWorking(opened: ConnectionQuery): Promise<void> {
  if (!(await isWorking(opened))) throw waits(opened, opened.broken ?? 'The platform refuses it.')
}

/** The way into an account. */
export async function openWorking(
  connections: Pick<Connections, 'openFor'>,
  ...way: Parameters<Connections['openFor']>
): Promise<OpenConnection> {
  const opened = await connections.openFor(...way)
  await requireWorking(opened)
  return opened
}

/** Every way into a platform; throws where one of them is refused: what lies behind it would be missing without a word. */
export async function openAllWorking(
  connections: Pick<Connections, 'openAll'>,
  ...way: Parameters<Connections['openAll']>
): Promise<OpenConnection[]> {
  const all = await connections.openAll(...way)
  for (const opened of all) await requireWorking(opened)
  return all
}

/** Those that work, one after the other; who needs more than they tell is told which one is refused. */
export async function* workingFirst<T extends ConnectionQuery>(ways: readonly T[]): AsyncGenerator<T, void> {
  const refused: T[] = []
  for (const way of ways) {
    if (await isWorking(way)) yield way
    else refused.push(way)
  }
  for (const way of refused) await requireWorking(way)
}

/** A call was refused: whether that ends what runs by itself, or the connection is the reason, and it waits. */
export async function waitOr(opened: ConnectionQuery, refused: PlatformError): Promise<AppError | PlatformError> {
  if (refused.kind !== 'auth') return refused
  return (await opened.ask({ noOftener: true })) === 'broken' ? waits(opened, refused.message) : refused
}

function waits({ platform, connectionId }: ConnectionQuery, said: string): AppError {
  const again = `flightdeck connection connect ${platform.name} --again ${connectionId}`
  const next = `Nothing was sent. What waits goes on by itself when somebody connects it again on the page Connections, or by "${again}".`
  const text = `The connection to ${platform.title} is refused: ${said.replace(/\.$/, '')}. ${next}`
  const details = { platform: platform.name, connectionId, reason: 'connection_broken' }
  return new AppError('platform_unavailable', text, details, { 'retry-after': '60' })
}

/** Whether something waits for a connection that its platform refuses. */
export function isWaiting(error: unknown): error is AppError {
  return error instanceof AppError && error.details?.reason === 'connection_broken'
}
