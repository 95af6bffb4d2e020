import { setTimeout as delay } from 'node:timers/promises'
import { Unusable } from '../../src/platforms/contract/launch.ts'
import type {
  Found,
  LaunchItem,
  LaunchVerbs,
  Step,
  StepContext,
  StepResult,
} from '../../src/platforms/contract/launch.ts'
import type { ManageVerbs } from '../../src/platforms/contract/manage.ts'
import type { Network, Request } from './network.ts'
import type { Random } from './random.ts'
import type { Entity, World } from './world.ts'

/**
 * What the platform stores of ours. marked: creatives and ads carry our mark. bare: an ad is known by its name and what it shows, so
 * that two that look alike cannot be told apart. processed: its media are found by their mark, and take a while until they can be used.
 */
export const flavours = ['marked', 'bare', 'processed'] as const
export type Flavour = (typeof flavours)[number]

export interface PlatformParts {
  world: World
  network: Network
  random: Random
  flavour: Flavour
  requestLifeMs: number
  readLagMs: number
  concurrency: number
  /** A look that tells nothing. */
  isUnreadable: () => boolean
}

type Send = <T>(request: Omit<Request<T>, 'sendBefore' | 'signal'>, context: StepContext) => Promise<T>

/** The launch verbs of a platform that is only simulated. It shares nothing with the drivers but their contract. */
export function createVerbs(parts: PlatformParts): LaunchVerbs {
  const { network, flavour, requestLifeMs, readLagMs, concurrency } = parts
  const send: Send = (request, { sendBefore, signal }) =>
    network.send({ ...request, ...(request.isWrite ? { sendBefore } : {}), signal })
  const shared = { concurrency, requestLifeMs, readLagMs }
  if (flavour === 'bare') {
    return {
      ...shared,
      async survey(item, signal) {
        const ads = await network.send({
          ...{ what: `survey ${item.itemToken}`, isWrite: false, signal },
          apply: () => parts.world.seen(item.accountId, 'ad').map(({ id }) => id),
        })
        return { facts: { adsBefore: ads.join(',') }, issues: [] }
      },
      steps: (item) => [...mediaSteps(parts, send, item), bareAd(parts, send, item)],
    }
  }
  return {
    ...shared,
    steps: (item) => [...mediaSteps(parts, send, item), creative(parts, send, item), markedAd(parts, send, item)],
  }
}

const toResult = ({ id }: Entity): StepResult => ({ id })

function mediaSteps({ world, flavour, random, isUnreadable }: PlatformParts, send: Send, item: LaunchItem): Step[] {
  return item.media.map((file, index): Step => {
    const isProcessed = flavour === 'processed'
    const known = () =>
      [...world.entities.values()].find(
        (each) => each.kind === 'media' && each.account === item.accountId && each.name === file.sha256,
      )
    const wanted = { kind: 'media' as const, account: item.accountId, name: file.sha256, ask: `media ${file.sha256}` }
    return {
      kind: 'media',
      name: `media${index}`,
      key: `media:${file.sha256}`,
      asks: file.sha256,
      send: (context) =>
        send(
          {
            ...{ what: `upload ${file.sha256}`, isWrite: true, isRepeatable: !isProcessed, file: file.url },
            apply: () => toResult(isProcessed ? world.make(wanted) : (known() ?? world.make(wanted))),
          },
          context,
        ),
      readBack: isProcessed
        ? {
            kind: 'find',
            find: (context) =>
              findOne(context, { send, isUnreadable }, `media ${file.sha256}`, () =>
                world.seen(item.accountId, 'media').find((each) => each.name === file.sha256),
              ),
          }
        : { kind: 'repeatable', because: 'the same bytes are the same file' },
      ...(isProcessed
        ? {
            async settle(context, { id }) {
              for (;;) {
                const isReady = await send(
                  {
                    what: `is ${id} ready`,
                    isWrite: false,
                    apply: () => world.now() > world.entities.get(id)!.madeAt + 3_000,
                  },
                  context,
                )
                if (isReady) break
                await delay(1_000)
              }
              if (random.chance(0.02))
                throw new Unusable({ platform: 'simulated', kind: 'transient', message: `${id} cannot be used.` })
            },
          }
        : {}),
    }
  })
}

interface Looking {
  send: Send
  isUnreadable: () => boolean
}

async function findOne(
  context: StepContext,
  { send, isUnreadable }: Looking,
  what: string,
  find: () => Entity | undefined,
): Promise<Found> {
  const found = await send({ what: `look for ${what}`, isWrite: false, apply: find }, context)
  if (isUnreadable()) return 'unclear'
  return found ? { found: toResult(found) } : 'absent'
}

function creative({ world, isUnreadable }: PlatformParts, send: Send, item: LaunchItem): Step {
  const { accountId, adToken } = item
  return {
    kind: 'creative',
    name: 'creative',
    key: `creative:${adToken}`,
    asks: adToken,
    send: (context) =>
      send(
        {
          ...{ what: `create creative ${adToken}`, isWrite: true },
          apply: () =>
            toResult(world.make({ kind: 'creative', account: accountId, name: adToken, ask: `creative ${adToken}` })),
        },
        context,
      ),
    readBack: {
      kind: 'find',
      find: (context) =>
        findOne(context, { send, isUnreadable }, `creative ${adToken}`, () =>
          world.seen(accountId, 'creative').find((each) => each.name === adToken),
        ),
    },
  }
}

function markedAd(parts: PlatformParts, send: Send, item: LaunchItem): Step {
  const { world, isUnreadable } = parts
  const { accountId, adSetId, itemToken } = item
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${itemToken}`,
    asks: itemToken,
    send: (context) => createAd(parts, send, item, context),
    readBack: {
      kind: 'find',
      find: (context, { except }) =>
        findOne(context, { send, isUnreadable }, `ad ${itemToken}`, () =>
          world
            .seen(accountId, 'ad')
            .find(
              ({ id, adSet, shows }) => !except?.has(id) && adSet === adSetId && shows === context.results.creative?.id,
            ),
        ),
    },
  }
}

function createAd(
  { world, flavour }: PlatformParts,
  send: Send,
  item: LaunchItem,
  context: StepContext,
): Promise<StepResult> {
  const { accountId, adSetId, itemToken, ad } = item
  const shows = (context.results.creative ?? context.results.media0)!.id
  const wanted = { name: ad.adName, adSet: adSetId, shows, ask: askOf(item) }
  return send(
    {
      // Where nothing is marked, nobody could tell which one is too much.
      ...{ what: `create ad ${itemToken}`, isWrite: true, mayBeBeyond: flavour !== 'bare' },
      apply: (isBeyond) => toResult(world.make({ kind: 'ad', account: accountId, ...wanted, isBeyond })),
    },
    context,
  )
}

/** What is done to ads that exist: reading, pausing and deleting them. */
export function createManage({ world, network }: Pick<PlatformParts, 'world' | 'network'>): ManageVerbs {
  const change = (what: string, id: string, apply: (entity: Entity) => void): ManagedWrite => ({
    asks: `${what} ${id}`,
    send: (sendBefore) =>
      network.send({
        ...{ what: `${what} ${id}`, isWrite: true, isRepeatable: true, sendBefore },
        apply() {
          apply(world.entities.get(id)!)
          return { id }
        },
      }),
    readBack: { kind: 'repeatable', because: 'it sets a state' },
  })
  const verbs = {
    readEntities: (_account: unknown, entities: { id: string }[]) =>
      network.send({
        ...{ what: `read ${entities.map(({ id }) => id).join(' ')}`, isWrite: false },
        apply: () => entities.map(({ id }) => ({ type: 'ad', ...world.entities.get(id)! })),
      }),
    setStatus: (_account: unknown, { id }: { id: string }) =>
      change('pause', id, (entity) => {
        if (entity.status === 'active') entity.status = 'paused'
      }),
    deleteEntity: (_account: unknown, { id }: { id: string }) =>
      change('delete', id, (entity) => {
        entity.status = 'deleted'
      }),
  }
  return verbs as unknown as ManageVerbs
}

type ManagedWrite = ReturnType<NonNullable<ManageVerbs['deleteEntity']>>

/** What makes two ads the same to whoever judges. */
function askOf({ itemToken }: Pick<LaunchItem, 'itemToken'>): string {
  return `ad ${itemToken}`
}

function bareAd(parts: PlatformParts, send: Send, item: LaunchItem): Step {
  const { world, isUnreadable } = parts
  const { accountId, adSetId, itemToken, ad } = item
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${itemToken}`,
    asks: { name: ad.adName, adSetId, media: item.media[0]!.sha256 },
    send: (context) => createAd(parts, send, item, context),
    readBack: {
      kind: 'find',
      async find(context, { isCertain }) {
        const ads = await send(
          { what: `look for ad ${itemToken}`, isWrite: false, apply: () => world.seen(accountId, 'ad') },
          context,
        )
        if (isUnreadable()) return 'unclear'
        const before = new Set(item.facts.adsBefore?.split(','))
        const alike = ads.filter(
          (each) =>
            each.name === ad.adName &&
            each.adSet === adSetId &&
            each.shows === context.results.media0!.id &&
            !before.has(each.id),
        )
        if (!isCertain && (await context.hasOpenTwin())) return 'absent'
        for (const each of alike) if (!(await context.isTaken(each.id))) return { found: toResult(each) }
        return 'absent'
      },
    },
  }
}
