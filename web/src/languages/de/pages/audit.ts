import type { Texts } from '../../catalogue.ts'

export default {
  'Every write through any door: who, what, on what, and how it ended. Entries are chained, so that none can be changed unnoticed.':
    'Jede Änderung auf jedem Weg: wer, was, woran und wie es ausging. Die Einträge sind verkettet, sodass keiner unbemerkt geändert werden kann.',
  CSV: 'CSV',
  'the log': 'das Protokoll',
  'Nothing fits these filters.': 'Nichts passt zu diesen Filtern.',
  'Older entries': 'Ältere Einträge',
  Action: 'Aktion',
  'On what': 'Woran',
  Outcome: 'Ergebnis',
  'Open entry {seq}': 'Eintrag {seq} öffnen',
  'Before##the change': 'Vorher',
  'After##the change': 'Nachher',
  Error: 'Fehler',
  'Entry {seq}': 'Eintrag {seq}',
  'On {targets}': 'An {targets}',
  'Hash {hash}': 'Hash {hash}',
  'request {requestId}': 'Anfrage {requestId}',
  'From##a day': 'Von',
  'To##a day': 'Bis',
} satisfies Texts
