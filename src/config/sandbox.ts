import { z } from 'zod'
import { httpUrl, port } from './address.ts'

/** The settings of the sandbox, as config.ts has them for everything else. */
export const sandboxSettings = {
  SANDBOX_PORT: { default: 'PORT + 1', about: 'port of the sandbox' },
  SANDBOX_HOST: {
    default: '127.0.0.1',
    about: 'address that the sandbox listens on; it has no keys, so others should not reach it',
  },
  SANDBOX_NAMES: {
    default: 'none',
    about:
      'other names (by comma) under which the sandbox is reached; calls for a name that is not its own are refused',
  },
  SANDBOX: { default: 'auto', about: 'auto: runs while a platform has no connection; on; off' },
  SANDBOX_URL: { default: 'none', about: 'use a sandbox that already runs there' },
} as const

export const sandboxEnvironment = {
  SANDBOX_PORT: port.optional(),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_NAMES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
    .refine((names) => names.every((name) => /^[\w.-]+$/.test(name)), 'must be names without port, by comma'),
  SANDBOX: z.enum(['auto', 'on', 'off'], 'must be auto, on or off').default('auto'),
  SANDBOX_URL: httpUrl.optional(),
}

export interface SandboxConfig {
  sandboxPort: number
  sandboxHost: string
  /** What else it is called by those who reach it. */
  sandboxNames: string[]
  sandbox: 'auto' | 'on' | 'off'
  sandboxUrl: string | null
}

type Environment = z.output<z.ZodObject<typeof sandboxEnvironment>>

export function readSandbox(env: Environment & { PORT: number }): SandboxConfig {
  return {
    sandboxPort: env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1),
    sandboxHost: env.SANDBOX_HOST,
    sandboxNames: env.SANDBOX_NAMES,
    sandbox: env.SANDBOX,
    sandboxUrl: env.SANDBOX_URL?.replace(/\/+$/, '') ?? null,
  }
}
