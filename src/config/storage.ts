import { z } from 'zod'
import { httpUrl } from './address.ts'
import { ConfigError } from './error.ts'

/** The settings of where media lie, as config.ts has them for everything else. */
export const storageSettings = {
  S3_BUCKET: { default: 'none: media lie in DATA_DIR', about: 'bucket for media, of any S3-compatible storage' },
  S3_ENDPOINT: { default: "Amazon's own", about: 'address of the S3-compatible storage' },
  S3_REGION: { default: 'us-east-1', about: 'region of the bucket' },
  S3_ACCESS_KEY_ID: { default: 'what the machine has', about: 'key id for the bucket' },
  S3_SECRET_ACCESS_KEY: { default: 'what the machine has', about: 'secret key for the bucket' },
  FIGURES_BUCKET: {
    default: 'none: nothing is copied',
    about: 'bucket of the same storage into which closed months of figures are copied as Parquet, for a warehouse',
  },
  MEDIA_PUBLIC_URL: {
    default: 'PUBLIC_URL/media',
    about: 'address of a CDN in front of the bucket or of PUBLIC_URL/media',
  },
  INTERNAL_URL: {
    default: 'where it listens',
    about: 'address at which other machines ask this API process for media that it alone has; off: none',
  },
} as const

/** Others are told of it, and ask below it. */
function isBare(url: string): boolean {
  const { username, password, search, hash } = new URL(url)
  return username + password + search + hash === ''
}

export const storageEnvironment = {
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  FIGURES_BUCKET: z.string().optional(),
  MEDIA_PUBLIC_URL: httpUrl.optional(),
  INTERNAL_URL: z
    .union([z.literal('off'), httpUrl], 'must be an http or https address, or off')
    .refine((url) => url === 'off' || isBare(url), 'must be an address without a password or a question mark')
    .optional(),
}

interface S3Config {
  bucket: string
  endpoint?: string
  region?: string
  accessKeyId?: string
  secretAccessKey?: string
}

export interface StorageConfig {
  /** Where media are stored when not on disk. */
  s3: S3Config | null
  /** Where closed months of figures are copied to; null: nowhere. */
  figuresBucket: S3Config | null
  mediaPublicUrl: string | null
  /** Where siblings ask this process for media; null: where it listens. */
  internalUrl: string | null
}

type Given = { [Name in keyof typeof storageEnvironment]?: string }

export function readStorage(env: Given): StorageConfig {
  const plain = (url: string | undefined) => url?.replace(/\/+$/, '') ?? null
  return { ...readBuckets(env), mediaPublicUrl: plain(env.MEDIA_PUBLIC_URL), internalUrl: plain(env.INTERNAL_URL) }
}

function readBuckets(env: Given): Pick<StorageConfig, 's3' | 'figuresBucket'> {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const { S3_BUCKET: media, FIGURES_BUCKET: figures, S3_ENDPOINT: endpoint, S3_REGION: region } = env
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError('Wrong setting. S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are only useful together.')
  }
  if (media === undefined && figures === undefined && (endpoint ?? accessKeyId))
    throw new ConfigError('Wrong setting. S3_BUCKET is missing.')
  const called = (bucket: string | undefined) =>
    bucket === undefined ? null : { bucket, endpoint, region, accessKeyId, secretAccessKey }
  return { s3: called(media), figuresBucket: called(figures) }
}
