import { z } from 'zod'
import { operation } from '../../call/operation.ts'
import { changeCreativeSettings, creativeSettings, CreativeSettings } from '../../core/creatives/settings.ts'

const reply = CreativeSettings.meta({ id: 'CreativeSettings' })

export const getCreativeSettings = operation({
  name: 'get_creative_settings',
  rest: { method: 'GET', path: '/v1/creative-settings' },
  section: 'Reporting',
  summary: 'By which numbers creatives are judged, and how ads are named.',
  scope: 'read',
  effect: 'reads',
  example: {},
  reply,
  handle: (deps, call) => creativeSettings(deps, call),
})

export const putCreativeSettings = operation({
  name: 'update_creative_settings',
  rest: { method: 'PUT', path: '/v1/creative-settings' },
  section: 'Reporting',
  summary: 'Change them, for the whole company. What is left out stays.',
  scope: 'manage',
  effect: 'changes',
  wholeCompany: true,
  input: z.object(
    Object.fromEntries(
      Object.entries(CreativeSettings.shape).map(([name, field]) => [
        name,
        field.unwrap().optional().meta({ description: field.description }),
      ]),
    ) as {
      [N in keyof typeof CreativeSettings.shape]: z.ZodOptional<
        ReturnType<(typeof CreativeSettings.shape)[N]['unwrap']>
      >
    },
  ),
  example: { namePattern: '{concept}_{hook}_{format}' },
  reply,
  async handle(deps, call, changes) {
    call.touched({ before: await creativeSettings(deps, call) })
    return changeCreativeSettings(deps, call, changes)
  },
})
