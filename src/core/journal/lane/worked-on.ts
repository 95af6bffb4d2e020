/** Whether somebody is at work on an ad account of a company: as text, for statements of the operator. */
export function isWorkedOn(companyId: string): string {
  return `EXISTS (SELECT FROM lanes WHERE company_id = ${companyId} AND lease_until > clock_timestamp())`
}
