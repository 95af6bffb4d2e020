import { z } from 'zod'
import { ConfigError } from './error.ts'

/** Where traces go: OpenTelemetry's own settings, as far as they are read. */
export const tracesSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: 'none',
    about:
      'address of an OpenTelemetry collector that takes OTLP over HTTP, such as http://localhost:4318; none: nothing is traced',
  },
  OTEL_EXPORTER_OTLP_HEADERS: { default: 'none', about: 'headers for it (name=value, by comma)' },
  OTEL_SERVICE_NAME: { default: 'flightdeck', about: 'what this process is called in traces' },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '1',
    about: 'which share of traces that begin here is sent, from 0 to 1; what others began they decide',
  },
} as const

export const tracesEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((text) => !URL.parse(text)?.password, 'must have no password in it: use OTEL_EXPORTER_OTLP_HEADERS')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
  OTEL_SERVICE_NAME: z.string().min(1).default('flightdeck'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .default(1),
}

export interface TracesConfig {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  ratio: number
}

type Environment = z.output<z.ZodObject<typeof tracesEnvironment>>

/** Null: nothing is traced. */
export function readTraces(env: Environment): TracesConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env
  if (!endpoint) return null
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: readHeaders(headers),
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      const name = pair.slice(0, at).trim()
      if (at < 1 || !/^[\w-]+$/.test(name))
        throw new ConfigError('Wrong setting. OTEL_EXPORTER_OTLP_HEADERS: must be name=value, by comma')
      return [name, decoded(pair.slice(at + 1).trim())]
    }),
  )
}

/** As the specification has it; what is no such text stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
