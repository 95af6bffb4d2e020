import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ControlError } from '../control/error.ts'
import { clockInput, parseControl } from '../control/input.ts'
import { addFault, findSimulator, setLatency } from '../control/steering.ts'
import type { World } from '../control/world.ts'
import { faultChoices } from './controls.ts'

/** What the buttons do; each leads back to the page that it stood on. */
export function registerForms(app: FastifyInstance, world: World): void {
  const form = (name: string, act: (fields: URLSearchParams) => void) =>
    app.post(`/_manager/${name}`, (request, reply) => {
      const fields = fieldsOf(request)
      act(fields)
      return goBack(reply, fields)
    })
  form('faults', (fields) => {
    const name = fields.get('fault') ?? ''
    const choice = Object.hasOwn(faultChoices, name) ? faultChoices[name] : undefined
    if (!choice) throw new ControlError('fault', `There is no button "${name}"`)
    const times = wholeNumber(fields, 'times', 1)
    if (times < 1) throw new ControlError('times', 'times must be at least 1')
    addFault(world, { ...choice.fault, platform: fields.get('platform') ?? '', times })
  })
  form('latency', (fields) =>
    setLatency(world, { platform: fields.get('platform') ?? '', ms: wholeNumber(fields, 'ms', 0) }),
  )
  form('clock', (fields) => {
    const isBack = fields.get('by') === 'now'
    const offsetSeconds = isBack ? 0 : world.clock.offsetSeconds() + wholeNumber(fields, 'by', 0)
    world.setClock(parseControl(clockInput, { offsetSeconds }).offsetSeconds)
  })
  form('clear', (fields) => {
    const asked = fields.get('platform')
    const platform = asked === null ? undefined : findSimulator(world, asked, 'platform').platform
    world.faults.clear(platform)
    for (const simulator of world.simulators)
      if (platform === undefined || simulator.platform === platform)
        world.latency.set({ platform: simulator.platform, ms: 0, jitterMs: 0 })
  })
}

function fieldsOf({ body, headers }: FastifyRequest): URLSearchParams {
  const type = headers['content-type'] ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw new ControlError('content-type', 'These are forms; programs use /_control', 415)
  return new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')
}

function wholeNumber(fields: URLSearchParams, name: string, fallback: number): number {
  const text = fields.get(name) ?? String(fallback)
  if (!/^\d{1,9}$/.test(text)) throw new ControlError(name, `${name} must be a whole number`)
  return Number(text)
}

/** To a page of ours, and nowhere else. */
function goBack(reply: FastifyReply, fields: URLSearchParams): FastifyReply {
  const back = fields.get('back') ?? '/'
  const isOurs = /^\/(manager\/[^\\]*)?(\?[^\\]*)?$/.test(back) && !/[\r\n]/.test(back)
  return reply
    .code(303)
    .header('location', isOurs ? back : '/')
    .send()
}
