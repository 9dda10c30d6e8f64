// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contacts.h - what a Force_Contact is between.

#ifndef AB_XML_CONTACTS_H
#define AB_XML_CONTACTS_H

#include "abut/definitions.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"

// The graphics of one side of a contact. False, with a problem, unless all are there, on one body,
// of a type that can touch, and `count` (-1: not given) of them.
bool ab_xml_check_side(abXmlReader *reader, abXmlThing *thing, const char *key,
                       const char *count_key, abXmlIntegers ids, int count);

// "a, b": selectors of what a contact is between, I first. NULL, with a problem at `place`, when
// other contacts act between the same.
const char *ab_xml_contact_selectors(abXmlReader *reader, abXmlThing *contact, abPlace place);

// The rule that a contact, or a change of one, asks for: laws and options, without what it is
// between. False after a problem.
bool ab_xml_contact_rule(abXmlReader *reader, abXmlThing *contact, abContactRuleDef *def);

// Switches a contact of the model on or off by a command.
void ab_xml_contact_switch(abXmlReader *reader, abXmlThing *command, int id, bool is_on);

// Adds to the model what commands make of a contact while the run goes on. Its rules, of which
// `rule` is one, were added last.
void ab_xml_contact_changes(abXmlReader *reader, abXmlThing *contact, const abContactRuleDef *rule);

#endif
