import type { LaunchVerbs } from '../contract/launch.ts'
import type { Platform, Session, Surroundings, Verb } from '../contract/platform.ts'

type Given<V extends keyof Session> = NonNullable<Session[V]>
type AnyFunction = (...args: never[]) => unknown
/** The verbs that are one function each, and those that are a group of them. */
type SingleVerb = { [V in Verb]: Given<V> extends AnyFunction ? V : never }[Verb]
type GroupVerb = Exclude<Verb, SingleVerb>

/** A verb as a driver writes it: what it works with comes first. */
type Unbound<D, F> = F extends (...args: infer A) => infer R ? (deps: D, ...args: A) => R : never

/** What a driver opens: its calls, and what it remembers for all who ask. */
interface Connection {
  until(caller: AbortSignal): Connection
  close(): Promise<void>
}

interface Definition<C extends Connection>
  extends Omit<Platform, 'verbs' | 'open'>, Pick<Session, 'deletedBecomes' | 'deletesWithin'> {
  open: (credentials: Record<string, string>, surroundings: Surroundings) => C
  check?: Unbound<NoInfer<C> & Surroundings, Given<'check'>>
  listAccounts: Unbound<NoInfer<C> & Surroundings, Given<'listAccounts'>>
  verbs: { [V in SingleVerb]?: Unbound<NoInfer<C> & Surroundings, Given<V>> }
  /** Verbs that ask the platform nothing. */
  rules?: { [V in SingleVerb]?: Given<V> }
  groups?: { [V in GroupVerb]?: (connection: NoInfer<C>, surroundings: Surroundings) => Given<V> }
}

/** A platform whose sessions have each verb that it names, once, and no other. */
export function definePlatform<C extends Connection>(definition: Definition<C>): Platform {
  const { open, check, listAccounts, verbs, rules = {}, groups = {}, ...rest } = definition
  const { deletedBecomes, deletesWithin, ...platform } = rest
  const idOf = (accountId: string) => platform.fullAccountId?.(accountId) ?? accountId

  function sessionOver(connection: C, surroundings: Surroundings, shared: LaunchVerbs | undefined): Session {
    const deps = { ...surroundings, ...connection }
    const { launch, ...others } = groups
    return {
      ...eachOf(
        verbs,
        (verb: AnyVerb) =>
          (...args: unknown[]) =>
            verb(deps, ...args),
      ),
      ...rules,
      ...eachOf(others, (group: AnyVerb) => group(connection, surroundings)),
      ...(launch && shared ? { launch: launchOver(launch(connection, surroundings), shared) } : {}),
      ...(check ? { check: () => check(deps) } : {}),
      ...(deletedBecomes ? { deletedBecomes } : {}),
      ...(deletesWithin ? { deletesWithin } : {}),
      listAccounts: () => listAccounts(deps),
      // All platforms are paced alike, so what is left of an allowance is known alike.
      allowanceLeft: (accountId) => surroundings.pacer.left(idOf(accountId)),
      until: (caller) => sessionOver({ ...connection, ...connection.until(caller) }, surroundings, shared),
      close: () => connection.close(),
    }
  }

  return {
    ...platform,
    verbs: Object.keys({ ...verbs, ...rules, ...groups }) as Verb[],
    open(credentials, given) {
      const own: { launch?: LaunchVerbs } = {}
      const surroundings = { ...given, onWrite: () => own.launch?.forgetExamined?.() }
      const connection = open(credentials, surroundings)
      const launch = groups.launch?.(connection, surroundings)
      if (launch) own.launch = launch
      return sessionOver(connection, surroundings, launch)
    },
  }
}

type AnyVerb = (...args: unknown[]) => unknown

/** What was seen of ad sets, posts and who speaks serves all who ask for a while, not one caller. */
const seenByAll = ['survey', 'preview', 'examine', 'forgetExamined'] satisfies (keyof LaunchVerbs)[]

function launchOver(launch: LaunchVerbs, shared: LaunchVerbs): LaunchVerbs {
  const seen = seenByAll.flatMap((verb) => (shared[verb] ? [[verb, shared[verb]] as const] : []))
  return { ...launch, ...Object.fromEntries(seen) }
}

function eachOf<T>(entries: object, change: (value: T) => unknown): object {
  return Object.fromEntries(Object.entries(entries).map(([name, value]: [string, T]) => [name, change(value)]))
}
