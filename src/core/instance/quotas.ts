import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import type { Company } from '../people/companies/companies.ts'
import { quotaNames } from '../quotas/quota.ts'
import type { QuotaName } from '../quotas/quota.ts'
import { readQuotas } from '../quotas/store.ts'

/** Counting is a statement for each company. */
const maxCompanies = 50

export interface CompanyQuotas {
  company: Company
  quotas: { name: QuotaName; limit: number; used: number }[]
}

/** Companies that have a quota, with what they use of it: the fullest first. */
export async function listQuotas(db: Db): Promise<CompanyQuotas[]> {
  const { rows: companies } = await sql<Company>`
    SELECT id, name, slug FROM companies JOIN company_quotas ON company_id = id ORDER BY id LIMIT ${maxCompanies}`.execute(
    everyCompany(db),
  )
  const listed: CompanyQuotas[] = []
  for (const company of companies) {
    const { limits, used } = await readQuotas(db, company.id)
    const quotas = quotaNames.flatMap((name) => {
      const limit = limits[name]
      return limit === null ? [] : [{ name, limit, used: used[name] ?? 0 }]
    })
    if (quotas.length > 0) listed.push({ company, quotas })
  }
  return listed.sort((one, other) => fullness(other) - fullness(one))
}

function fullness({ quotas }: CompanyQuotas): number {
  return Math.max(...quotas.map(({ limit, used }) => (limit === 0 ? 1 : used / limit)))
}
