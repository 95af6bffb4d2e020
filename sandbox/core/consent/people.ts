/** Who may be signed in at a simulated platform. */
export interface Person {
  id: PersonId
  name: string
  role: string
}

export type PersonId = 'owner' | 'assistant'

export const people: readonly Person[] = [
  { id: 'owner', name: 'Robin Owner', role: 'has every ad account of the company' },
  { id: 'assistant', name: 'Sam Assistant', role: 'has the first ad account of the company alone' },
]

export function personNamed(id: string | null): Person | undefined {
  return people.find((person) => person.id === id)
}

/** Of the accounts of a company, those that a person may enter. */
export function accountsFor<T>(person: PersonId, accounts: readonly T[]): T[] {
  return person === 'owner' ? [...accounts] : accounts.slice(0, 1)
}
