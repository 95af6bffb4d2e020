import pMap from 'p-map'
import { storeConnection } from '../../src/core/connections/store.ts'
import { createSeal } from '../../src/core/secrets/seal.ts'
import { connect } from '../../src/db/connect.ts'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import { required } from '../../src/lookup.ts'
import { pinterest } from '../../src/platforms/pinterest/index.ts'
import type { Bench } from '../figure.ts'
import { adIn, launchFixture, launchOne } from '../launch/launch-one.ts'
import type { LaunchFixture } from '../launch/launch-one.ts'
import { pairedRatio, timed } from '../measure.ts'
import { sandboxProcess } from '../sandbox-process.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'

const rotations = 100
const rounds = 11
const checksAtOnce = 8
const secretKey = Buffer.alloc(32, 'bench')

/** The 99th percentile of each kind of call, in ms. */
type Percentiles = Record<'status' | 'validate', number>

/** What renewals of tokens add to the calls that are made meanwhile. */
export const connectBench: Bench = {
  name: 'connect',
  about: `calls while ${rotations} connections are checked, by turns with their tokens renewed and without`,
  async run(say) {
    const sandbox = await sandboxProcess()
    const service = await benchService({ SANDBOX_URL: sandbox.url, SECRET_KEY: secretKey.toString('base64') })
    await service.control('POST', 'meta', { limits: 'off' })
    await service.control('POST', pinterest.name, { oldRefreshTokens: 'die' })
    const batchId = await launchOne(service)
    const fixture = await launchFixture(service)
    const ids = await storeMany(service)
    // The simulator makes the accounts of each when they are first asked for.
    await checkAll(service, ids)
    const without: Percentiles[] = []
    const renewing: Percentiles[] = []
    for (let round = 0; round < rounds; round++) {
      for (const isRenewing of round % 2 === 0 ? [false, true] : [true, false]) {
        await service.control('DELETE', `calls?platform=${pinterest.name}`)
        if (isRenewing) await service.control('POST', pinterest.name, { expireTokens: true })
        const percentiles = await during(service, { batchId, fixture }, () => checkAll(service, ids))
        await requireRenewed(service, isRenewing ? rotations : 0)
        ;(isRenewing ? renewing : without).push(percentiles)
      }
    }
    const figure = (what: keyof Percentiles, words: string) => {
      const [ours, theirs] = [renewing, without].map((all) => all.map((each) => each[what]))
      const { ratio, error } = pairedRatio(required(ours, 'rounds'), required(theirs, 'rounds'))
      say(`99th percentile of ${words} in ms, without ${list(theirs)}; renewing ${list(ours)}`)
      const note = `give or take ${error.toFixed(2)}`
      return { what: `99th percentile of ${words} while renewing / without`, value: ratio, unit: '', atMost: 1.5, note }
    }
    const figures = [figure('status', 'GET batch-status'), figure('validate', 'POST launch/validate, depth rules')]
    await service.remove()
    sandbox.end()
    return figures
  },
}

const list = (values: number[] | undefined) => (values ?? []).map((ms) => ms.toFixed(1)).join(', ')

/** Each opens a company of its own in the simulator, so that each has a token of its own. */
async function storeMany({ dataDir }: BenchService): Promise<number[]> {
  const { db } = connect(required(await embeddedConnection(dataDir), 'database'), 1)
  try {
    const { id: companyId } = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
    const seal = createSeal(secretKey)
    const ids: number[] = []
    for (let number = 0; number < rotations; number++) {
      const credentials = pinterest.sandboxCredentials(`bench-${number}`)
      const { id } = await storeConnection(db, seal, {
        ...{ companyId, platform: pinterest.name, label: `${number}`, isSandbox: true, credentials, verdict: null },
        ...{ origin: 'paste' as const, accountsMode: 'chosen' as const },
      })
      ids.push(id)
    }
    return ids
  } finally {
    await db.destroy()
  }
}

async function checkAll(service: BenchService, ids: number[]): Promise<void> {
  await pMap(ids, (id) => service.call('POST', `/v1/connections/${id}/check`, {}), { concurrency: checksAtOnce })
}

async function requireRenewed(service: BenchService, wanted: number): Promise<void> {
  const { calls } = await service.control<{ calls: { path: string; status: number }[] }>(
    'GET',
    `calls?platform=${pinterest.name}`,
  )
  const renewed = calls.filter(({ path, status }) => path.endsWith('/oauth/token') && status === 200).length
  if (renewed !== wanted) throw new Error(`${renewed} tokens were renewed instead of ${wanted}`)
}

/** Two callers, each with one call after the other for as long as the work lasts. */
async function during(
  service: BenchService,
  { batchId, fixture }: { batchId: number; fixture: LaunchFixture },
  work: () => Promise<void>,
): Promise<Percentiles> {
  const accountId = required(fixture.accountIds[0], 'account')
  const adSetId = required(fixture.adSets[accountId]?.[0], 'ad set')
  const ads = [adIn(service, fixture, { accountId, adSetId }, 'Renewed')]
  let isOver = false
  const timesOf = async (call: () => Promise<unknown>) => {
    const times: number[] = []
    while (!isOver) times.push(await timed(call))
    return percentile(times)
  }
  const [, status, validate] = await Promise.all([
    work().finally(() => (isOver = true)),
    timesOf(() => service.call('GET', `/v1/batch-status/${batchId}`)),
    timesOf(() => service.call('POST', '/v1/launch/validate', { ads, depth: 'rules' })),
  ])
  return { status, validate }
}

function percentile(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return required(sorted[Math.floor(sorted.length * 0.99)], 'call')
}
