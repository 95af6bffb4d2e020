import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bench } from '../figure.ts'
import { launchOne } from '../launch/launch-one.ts'
import { benchService } from '../service.ts'
import { median, throughput } from './status.ts'

const rounds = 7

/** What being watched costs: the same call to three services, in turns. */
export const seenBench: Bench = {
  name: 'seen',
  about: 'GET /v1/batch-status/{id} with metrics and the access log, and with traces, against neither',
  async run(say) {
    const collector = createServer((request, response) => {
      request.resume().on('end', () => response.end('{}'))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => collector.once('listening', resolve))
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const ways: Record<string, Record<string, string>> = {
      off: {},
      seen: { METRICS: 'on', LOG_LEVEL: 'info' },
      traced: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
    }
    const figures: Record<string, number[]> = {}
    const services = []
    for (const [name, settings] of Object.entries(ways)) {
      const service = await benchService(settings)
      services.push({ name, service, batchId: await launchOne(service) })
      figures[name] = []
    }
    for (let round = 0; round < rounds; round++) {
      for (const { name, service, batchId } of services)
        figures[name]!.push(await throughput(`${service.url}/v1/batch-status/${batchId}`, service.key))
    }
    for (const [name, each] of Object.entries(figures))
      say(`calls per second, ${name}: ${each.map(Math.round).join(', ')}`)
    for (const { service } of services) await service.remove()
    collector.close()
    const cost = (name: string) => (1 - median(figures[name]!) / median(figures.off!)) * 100
    return [
      { what: 'metrics and access log cost', value: cost('seen'), unit: '%', atMost: 3 },
      { what: 'traces cost', value: cost('traced'), unit: '%', atMost: 10 },
    ]
  },
}
