import { createFlightdeck } from '../../client/src/index.ts'
import type { Bench } from '../figure.ts'
import { launchOne } from '../launch/launch-one.ts'
import { benchService } from '../service.ts'
import { median } from '../measure.ts'

const calls = 1000
const warmUp = 200

/** The typed client against the fetch that it stands on, call by call in turns, to the same operation of the same service. */
export const clientBench: Bench = {
  name: 'client',
  about: `${calls} calls with the typed client against the same with bare fetch`,
  async run(say) {
    const service = await benchService()
    try {
      const id = await launchOne(service)
      const flightdeck = createFlightdeck({ baseUrl: service.url, key: service.key })
      const withClient = () => flightdeck.getBatchStatus({ id })
      const withFetch = () => bareCall(`${service.url}/v1/batch-status/${id}`, service.key)
      await inTurns(withClient, withFetch, warmUp)
      const [ours, bare] = (await inTurns(withClient, withFetch, calls)).map(median) as [number, number]
      say(`median of ${calls} calls: client ${ours.toFixed(3)} ms, bare fetch ${bare.toFixed(3)} ms`)
      return [{ what: 'time of a call, client / bare fetch', value: ours / bare, unit: '', atMost: 1.05 }]
    } finally {
      await service.remove()
    }
  },
}

async function bareCall(url: string, key: string): Promise<unknown> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}

type Ask = () => Promise<unknown>

/** Milliseconds of each call of both; who begins changes from turn to turn. */
async function inTurns(first: Ask, second: Ask, turns: number): Promise<[number[], number[]]> {
  const taken: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    for (const which of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const from = performance.now()
      await (which === 0 ? first : second)()
      taken[which].push(performance.now() - from)
    }
  }
  return taken
}
