/** DynamoDB: streams of tables in, guarded writes of items out. */
@NullMarked
package dev.lockstep.connectors.dynamodb;

import org.jspecify.annotations.NullMarked;
