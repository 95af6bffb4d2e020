import { z } from 'zod'

/** The settings by which a process is watched from outside, as config.ts has them for everything else. */
export const observeSettings = {
  LOG_LEVEL: {
    default: 'warn',
    about:
      'silent, error, warn, info (one line for every call that is answered, but for polls of `/live`, `/ready` and `/metrics`), debug',
  },
  METRICS: {
    default: 'off',
    about: 'on: GET /metrics answers, in the format of Prometheus, to everybody who reaches it',
  },
  WORKER_PORT: {
    default: 'PORT + 2',
    about: 'port on which a process that is a worker alone answers /live, /ready and /metrics',
  },
  WORKER_HOST: { default: '127.0.0.1', about: 'address that it listens on for them' },
} as const

export const observeEnvironment = {
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], 'must be silent, error, warn, info or debug')
    .default('warn'),
  METRICS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  WORKER_PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65535, 'must be at most 65535')
    .optional(),
  WORKER_HOST: z.string().min(1).default('127.0.0.1'),
}

export interface ObserveConfig {
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug'
  metrics: boolean
  workerPort: number
  /** Somebody wants this port and no other. */
  isWorkerPortGiven: boolean
  workerHost: string
}

type Environment = z.output<z.ZodObject<typeof observeEnvironment>>

export function readObserve(env: Environment & { PORT: number }): ObserveConfig {
  return {
    logLevel: env.LOG_LEVEL,
    metrics: env.METRICS === 'on',
    workerPort: env.WORKER_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 2),
    isWorkerPortGiven: env.WORKER_PORT !== undefined,
    workerHost: env.WORKER_HOST,
  }
}
