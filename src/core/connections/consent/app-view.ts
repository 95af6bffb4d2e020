import type { z } from 'zod'
import type { OAuth } from '../../../platforms/contract/oauth.ts'
import type { CompanyRef } from '../../company-ref.ts'
import { findApp, ownApp } from './apps.ts'
import type { AppSource, Consenting } from './apps.ts'
import type { ConsentDeps } from './begin.ts'
import { redirectUriOf } from './redirect.ts'

export interface AppField {
  name: string
  description: string
  secret: boolean
  required: boolean
}

/** What is told of the app that consents are asked for with: never what it holds. */
export interface DescribedApp {
  platform: string
  source: AppSource
  setBy: string | null
  setAt: string | null
  redirectUrl: string
  redirectRule: string | null
  fields: AppField[]
}

export async function describeApp(
  deps: ConsentDeps,
  company: Pick<CompanyRef, 'id'>,
  consenting: Consenting,
): Promise<DescribedApp> {
  const { platform, oauth } = consenting
  const own = await ownApp(deps, company, platform.name)
  return {
    platform: platform.name,
    source: (await findApp(deps, company, consenting, false))?.source ?? 'none',
    setBy: own?.setBy ?? null,
    setAt: own?.setAt.toISOString() ?? null,
    redirectUrl: redirectUriOf(deps.publicUrl(), platform.name),
    redirectRule: oauth.redirectRule,
    fields: appFields(oauth),
  }
}

/** What an app at the platform consists of. */
export function appFields({ app }: OAuth): AppField[] {
  return Object.entries(app.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const { description = name, isSecret = false } = (schema.meta() ?? {}) as {
      description?: string
      isSecret?: boolean
    }
    return { name, description, secret: isSecret, required: !schema.safeParse(undefined).success }
  })
}
