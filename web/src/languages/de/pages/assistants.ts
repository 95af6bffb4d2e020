import type { Texts } from '../../catalogue.ts'

export default {
  'The assistant is revoked. Its next call is refused.':
    'Dem Assistenten ist der Zugang entzogen. Sein nächster Aufruf wird abgelehnt.',
  'Connected assistants': 'Verbundene Assistenten',
  'Claude, ChatGPT, Cursor and others act for whoever connects them, with at most what that person may do.':
    'Claude, ChatGPT, Cursor und andere handeln für die Person, die sie verbindet, und dürfen höchstens, was diese darf.',
  'Revoke {name}?': '{name} den Zugang entziehen?',
  'Revoke it': 'Zugang entziehen',
  'None of its tokens opens anything any more. What it began goes on; what waits for an approval of it is not done.':
    'Keines seiner Token öffnet mehr etwas. Was er begonnen hat, läuft weiter; was von ihm auf eine Freigabe wartet, geschieht nicht.',
  'Connect one': 'Einen verbinden',
  'Paste this address into your assistant, where it asks for an MCP server or a custom connector:':
    'Fügen Sie diese Adresse in Ihren Assistenten ein, wo er nach einem MCP-Server oder eigenen Connector fragt:',
  'The address is copied.': 'Die Adresse ist kopiert.',
  Copy: 'Kopieren',
  'It leads you back here, where you say what it may do and how much it may let run on a day.':
    'Er führt Sie hierher zurück; dann legen Sie fest, was er darf und wie viel er am Tag laufen lassen kann.',
  'No assistant is connected.': 'Es ist kein Assistent verbunden.',
  'Paste the address above into yours.': 'Fügen Sie die Adresse oben in Ihren ein.',
  For: 'Für',
  'Returns to': 'Kehrt zurück zu',
  'Daily limit': 'Tageslimit',
  'none##no daily limit': 'keines',
  'Last used': 'Zuletzt genutzt',
  Actions: 'Aktionen',
  'What it did': 'Was er getan hat',
  'Revoke {name}': '{name} den Zugang entziehen',
  Revoke: 'Entziehen',
  'asks first': 'fragt zuerst',
  acts: 'handelt',
  'Connect an assistant': 'Assistenten verbinden',
  'No assistant asks for anything.': 'Kein Assistent fragt etwas an.',
  'Paste the address from Assistants into yours; it leads here.':
    'Fügen Sie die Adresse aus „Assistenten“ in Ihren ein; er führt hierher.',
  'It acts for you, with at most what you may do yourself. You can revoke it at any time.':
    'Er handelt für Sie und darf höchstens, was Sie selbst dürfen. Sie können ihm den Zugang jederzeit entziehen.',
  'what the assistant asks for': 'die Anfrage des Assistenten',
  'This assistant cannot be connected like this': 'So lässt sich dieser Assistent nicht verbinden',
  'Nothing was connected, and nobody was sent anywhere.': 'Es wurde nichts verbunden und niemand weitergeleitet.',
  'Go back and tell it': 'Zurückgehen und es ihm sagen',
  'Connect {name}': '{name} verbinden',
  'Acts in': 'Handelt in',
  'Its name': 'Sein Name',
  'It calls itself {name}; nobody vouches for that.': 'Er nennt sich {name}; dafür bürgt niemand.',
  'By the word of {vouchedBy}.': 'Nach Angabe von {vouchedBy}.',
  'Any program on your device could be behind it: connect it only if you have just started it there.':
    'Dahinter könnte jedes Programm auf Ihrem Gerät stecken: Verbinden Sie ihn nur, wenn Sie ihn dort gerade gestartet haben.',
  'Before##earlier': 'Vorher',
  'It is connected, and asks anew.': 'Er ist schon verbunden und fragt erneut an.',
  'You had connected it, and revoked it.': 'Sie hatten ihn verbunden und ihm den Zugang entzogen.',
  'Type how much it may let run on a day.': 'Geben Sie an, wie viel er am Tag laufen lassen darf.',
  'Type an amount, such as 50 or 50.5.': 'Geben Sie einen Betrag ein, etwa 50 oder 50.5.',
  'It asks a person first': 'Er fragt zuerst einen Menschen',
  'It acts, as far as its limit and guards let it': 'Er handelt, soweit Limit und Schutzregeln es zulassen',
  'What it may do': 'Was er darf',
  'When it spends': 'Wenn er Geld ausgibt',
  'What asks waits under Approvals until a person says yes.':
    'Was fragt, wartet unter „Freigaben“, bis ein Mensch zustimmt.',
  'It has {amount} {currency}: empty, it stays. More needs a fresh sign-in.':
    'Er hat {amount} {currency}: Leer bleibt es dabei. Für mehr müssen Sie sich neu anmelden.',
  'It has {amount} {currency}: empty, it stays. Only an admin raises it.':
    'Er hat {amount} {currency}: Leer bleibt es dabei. Erhöhen kann nur die Verwaltung.',
  'More than this it cannot let run on a day, whoever approves it.':
    'Mehr als das kann er am Tag nicht laufen lassen, ganz gleich, wer es freigibt.',
  Currency: 'Währung',
} satisfies Texts
