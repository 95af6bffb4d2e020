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

interface Definition<C extends Connection> extends Omit<Platform, 'verbs' | 'open'>, Pick<Session, 'deletedBecomes'> {
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
  const { open, check, listAccounts, deletedBecomes, verbs, rules = {}, groups = {}, ...platform } = definition
  const idOf = (accountId: string) => platform.fullAccountId?.(accountId) ?? accountId

  function sessionOver(connection: C, surroundings: Surroundings): Session {
    const deps = { ...surroundings, ...connection }
    return {
      ...eachOf(
        verbs,
        (verb: AnyVerb) =>
          (...args: unknown[]) =>
            verb(deps, ...args),
      ),
      ...rules,
      ...eachOf(groups, (group: AnyVerb) => group(connection, surroundings)),
      ...(check ? { check: () => check(deps) } : {}),
      ...(deletedBecomes ? { deletedBecomes } : {}),
      listAccounts: () => listAccounts(deps),
      // All platforms are paced alike, so what is left of an allowance is known alike.
      allowanceLeft: (accountId) => surroundings.pacer.left(idOf(accountId)),
      until: (caller) => sessionOver({ ...connection, ...connection.until(caller) }, surroundings),
      close: () => connection.close(),
    }
  }

  return {
    ...platform,
    verbs: Object.keys({ ...verbs, ...rules, ...groups }) as Verb[],
    open: (credentials, surroundings) => sessionOver(open(credentials, surroundings), surroundings),
  }
}

type AnyVerb = (...args: unknown[]) => unknown

function eachOf<T>(entries: object, change: (value: T) => unknown): object {
  return Object.fromEntries(Object.entries(entries).map(([name, value]: [string, T]) => [name, change(value)]))
}
